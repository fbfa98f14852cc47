/** The record of a game as the server sends it (rows with their parents), made into places and lines to show. */
import type { Added, Change, Path, Row, TableView } from './types';

export interface Place {
  row: number;
  path: Path;
  text: string;
  player: number;
  comment: string;
  mover: number; // who last moved up to here, chance left aside; -1 at the start
  round: number; // the number of the move: all steps of a turn, and the turns of all players, have the same
  begins: boolean; // whether it is the first move of a round
  children: Place[];
}

/** The rows as a tree; the first child of a place is the main line. */
export function treeOf(rows: Row[]): Place {
  const places: Place[] = [];
  rows.forEach(([parent, text, player, comment], row) => {
    const above = places[parent];
    const before = above?.mover ?? -1;
    const begins = above !== undefined && player >= 0 && (before < 0 || player < before);
    const place: Place = {
      row,
      path: above ? [...above.path, above.children.length] : [],
      text,
      player,
      comment,
      mover: above === undefined ? -1 : player < 0 ? before : player,
      round: (above?.round ?? 0) + Number(begins),
      begins,
      children: [],
    };
    above?.children.push(place);
    places.push(place);
  });
  const root = places[0];
  if (!root) throw new Error('a record has at least its start');
  return root;
}

/** The rows with moves that are new: each goes below a place that is known. */
export function withAdded(rows: Row[], added: Added[]): Row[] {
  const longer = [...rows];
  for (const { path, text, player } of added) {
    const parent = placeAt(treeOf(longer), path.slice(0, -1));
    longer.push([parent.row, text, player, '']);
  }
  return longer;
}

/** The table after a change, or null where something between the two is missing and the whole must be asked for. */
export function changed(table: TableView, change: Change): TableView | null {
  if (change.base > table.revision) return null;
  if (change.base < table.revision) return table; // it is known already
  return { ...table, ...change.status, tree: change.tree ?? withAdded(table.tree, change.added) };
}

/** The place at a path, or the nearest that exists. */
export function placeAt(root: Place, path: Path): Place {
  let place = root;
  for (const child of path) {
    const below = place.children[child];
    if (!below) break;
    place = below;
  }
  return place;
}

/** The path to the end of the main line from a place on. */
export function endOf(root: Place, path: Path): Path {
  let place = placeAt(root, path);
  while (place.children[0]) place = place.children[0];
  return place.path;
}

export function samePath(one: Path, two: Path): boolean {
  return one.length === two.length && one.every((part, place) => part === two[place]);
}

export function startsWith(path: Path, beginning: Path): boolean {
  return beginning.length <= path.length && beginning.every((part, place) => part === path[place]);
}

export interface Item {
  place: Place;
  number: string;
}

export interface Block {
  items: Item[];
  variations: Block[][];
}

const FOLDED = 6; // moves of chance in a row that are shown as one: a deal

/** The moves of a block in runs: many of chance in a row, as cards are dealt, are one; all others are alone. */
export function inRuns(items: Item[]): Item[][] {
  const runs: Item[][] = [];
  for (const item of items) {
    const run = runs.at(-1);
    const goesOn = item.place.player < 0 && run?.[0] && run[0].place.player < 0 && !run.at(-1)?.place.comment;
    if (run && goesOn) run.push(item);
    else runs.push([item]);
  }
  return runs.flatMap((run) => (run.length < FOLDED ? run.map((item) => [item]) : [run]));
}

/** The main line in blocks, each followed by the variations that leave it there. */
export function blocks(root: Place, from: Place = root): Block[] {
  const found: Block[] = [];
  let items: Item[] = [];
  let place: Place | undefined = from;
  while (place?.children[0]) {
    const [main, ...others]: Place[] = place.children;
    if (!main) break;
    items.push({ place: main, number: numberOf(main, items.length === 0) });
    if (others.length) {
      found.push({ items, variations: others.map((other) => lineFrom(root, other)) });
      items = [];
    }
    place = main;
  }
  if (items.length) found.push({ items, variations: [] });
  return found;
}

function lineFrom(root: Place, first: Place): Block[] {
  const rest = blocks(root, first);
  const start: Item = { place: first, number: numberOf(first, true) };
  const [head, ...others] = rest;
  if (!head) return [{ items: [start], variations: [] }];
  const next = head.items[0];
  if (next) next.number = numberOf(next.place, false);
  return [{ items: [start, ...head.items], variations: head.variations }, ...others];
}

/** `3.` before the first move of a round, `3…` where a line begins in the midst of one. */
function numberOf(place: Place, first: boolean): string {
  if (place.player < 0) return '';
  if (place.begins) return `${place.round}.`;
  return first ? `${place.round}…` : '';
}
