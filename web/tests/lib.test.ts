import { describe, expect, it } from 'vitest';
import cases from '../../tests/drawing/clicks.json';
import { click, nextNames, type Answer } from '../src/lib/clicks';
import { boxOf, cellAt } from '../src/lib/geometry';
import { matched } from '../src/lib/pieces';
import { blocks, changed, endOf, inRuns, placeAt, samePath, startsWith, treeOf, withAdded } from '../src/lib/tree';
import type { Cell, Change, Facts, Move, Piece, Row, Scene, TableView } from '../src/lib/types';
import { clockText, countText, forFirst, playerTitle, share, valueText } from '../src/lib/values';

interface ClickCase {
  steps?: string;
  moves: Record<string, string[]>;
  also?: Record<string, string[][]>;
  next: string[];
  clicks: { picked: string[]; name: string; answer: { kind: string; move?: number; picked?: string[] } }[];
}

/** An answer in the words of the cases. */
function told(answer: Answer): ClickCase['clicks'][0]['answer'] {
  if (answer.kind === 'play') return { kind: 'play', move: Number(answer.move.move) };
  if (answer.kind === 'more') return { kind: 'more', picked: answer.prefix };
  if (answer.kind === 'illegal') return { kind: 'illegal', picked: answer.clicked };
  return { kind: 'nothing' };
}

const move = (number: number, ...clicks: string[]): Move => ({ move: String(number), clicks });

describe('clicks', () => {
  // the server passes the same cases: tests/drawing/test_clicks.py
  for (const [title, { steps, moves: sequences, also, next, clicks }] of Object.entries(
    cases as Record<string, ClickCase>,
  )) {
    const moves = Object.entries(sequences).map(([number, names]) => ({
      ...move(Number(number), ...names),
      also: also?.[number] ?? [],
    }));
    it(`are read as on the server: ${title}`, () => {
      expect([...nextNames(moves, [])].sort()).toEqual(next);
      for (const { picked, name, answer } of clicks) expect(told(click(moves, picked, name, steps))).toEqual(answer);
    });
  }
});

describe('the record', () => {
  const rows: Row[] = [
    [-1, '', 0, ''],
    [0, 'e4', 0, 'best by test'],
    [1, 'e5', 1, ''],
    [2, 'Nf3', 0, ''],
    [1, 'c5', 1, ''],
    [4, 'Nf3', 0, ''],
    [0, 'd4', 0, ''],
  ];
  const root = treeOf(rows);
  it('becomes a tree with paths', () => {
    expect(placeAt(root, [0, 1, 0]).text).toBe('Nf3');
    expect(placeAt(root, [0, 7]).text).toBe('e4');
    expect(endOf(root, [])).toEqual([0, 0, 0]);
    expect(endOf(root, [0, 1])).toEqual([0, 1, 0]);
    expect(samePath([0, 1], [0, 1])).toBe(true);
    expect(startsWith([0, 1, 2], [0, 1])).toBe(true);
    expect(startsWith([0], [0, 1])).toBe(false);
  });
  it('counts turns, not their steps', () => {
    const players = [0, 0, 1, 1, 1, 0, 1, 0];
    const steps: Row[] = [[-1, '', 0, ''], ...players.map((player, at): Row => [at, `m${at}`, player, ''])];
    const numbers = blocks(treeOf(steps)).flatMap((block) => block.items.map((item) => item.number));
    expect(numbers).toEqual(['1.', '', '', '', '', '2.', '', '3.']);
  });
  it('is shown in blocks with variations and numbers', () => {
    const shown = blocks(root);
    const texts = shown.map((block) => block.items.map((item) => `${item.number} ${item.place.text}`.trim()));
    expect(texts).toEqual([['1. e4'], ['1… e5'], ['2. Nf3']]);
    expect(shown[0]?.variations[0]?.[0]?.items.map((item) => item.place.text)).toEqual(['d4']);
    expect(shown[1]?.variations[0]?.[0]?.items.map((item) => `${item.number} ${item.place.text}`)).toEqual([
      '1… c5',
      '2. Nf3',
    ]);
  });
  it('grows by moves that are new, wherever they are', () => {
    const longer = withAdded(rows, [
      { path: [0, 1, 0, 0], text: 'd6', player: 1 },
      { path: [1, 0], text: 'd5', player: 1 },
      { path: [1, 0, 0], text: 'c4', player: 0 },
    ]);
    const grown = treeOf(longer);
    expect(placeAt(grown, [0, 1, 0, 0]).text).toBe('d6');
    expect(placeAt(grown, [1, 0, 0])).toMatchObject({ text: 'c4', player: 0, path: [1, 0, 0] });
    expect(rows.length).toBe(7);
  });
  it('follows changes, knows old ones, and says where one is missing', () => {
    const table = { revision: 4, tip: [1], tree: rows, game: 'chess' } as unknown as TableView;
    const change = (base: number, tree: Row[] | null = null) =>
      ({
        base,
        status: { revision: base + 1, tip: [1, 0] },
        added: [{ path: [1, 0], text: 'd5', player: 1 }],
        tree,
      }) as unknown as Change;
    const after = changed(table, change(4));
    expect(after).toMatchObject({ revision: 5, tip: [1, 0], game: 'chess' });
    expect(after?.tree.length).toBe(rows.length + 1);
    expect(changed(table, change(3))).toBe(table);
    expect(changed(table, change(5))).toBeNull();
    expect(changed(table, change(4, rows.slice(0, 2)))?.tree.length).toBe(2);
  });
  it('needs a start', () => {
    expect(() => treeOf([])).toThrow();
  });

  it('shows a deal as one, and what players do alone', () => {
    const rows: Row[] = [[-1, '', -1, '']];
    ['a', 'b', 'c', 'd', 'e', 'f'].forEach((card, at) => rows.push([at, card, -1, '']));
    rows.push([6, 'pass', 0, ''], [7, '3-1', -1, '']);
    const items = blocks(treeOf(rows)).flatMap((block) => block.items);
    expect(inRuns(items).map((run) => run.map((item) => item.place.text).join(''))).toEqual(['abcdef', 'pass', '3-1']);
  });
});

describe('pieces', () => {
  const piece = (cell: string, kind = 'pawn', owner = 0): Piece => ({
    cell,
    kind,
    owner,
    text: '',
    dx: 0,
    dy: 0,
    turned: 0,
  });
  it('keep their identity when they move, are promoted, or stay', () => {
    const first = matched([], [piece('e2'), piece('d2'), piece('e7', 'pawn', 1)], []);
    const then = matched(first, [piece('d2'), piece('e4'), piece('e7', 'pawn', 1)], ['e2', 'e4']);
    expect(then.map((one) => one.id)).toEqual([first[1]?.id, first[0]?.id, first[2]?.id]);
    const promoted = matched(then, [piece('e5', 'queen'), piece('d2'), piece('e7', 'pawn', 1)], ['e4', 'e5']);
    expect(promoted[0]?.id).toBe(then[1]?.id);
  });
  it('that appear are new', () => {
    const first = matched([], [piece('a1')], []);
    const then = matched(first, [piece('a1'), piece('b1')], ['b1']);
    expect(then[1]?.id).not.toBe(first[0]?.id);
  });
});

describe('geometry', () => {
  it('frames all cells with a margin', () => {
    const scene = { drawing: { frame: [-0.5, -1.5, 2, 2] } } as Scene;
    expect(boxOf(scene, 0.5)).toEqual({ left: -1, top: -2, width: 3, height: 3 });
  });
  it('finds the cell that is meant, however low, before the place of pieces that lies round it', () => {
    const place = (name: string, x: number, width: number, height: number, shape = 'square') =>
      ({ name, x, y: 0, width, height, shape }) as Cell;
    const cells = [place('line', 0, 9, 1, 'none'), place('end', 1.5, 1, 0.5), place('pit', 6, 3, 1)];
    expect(cellAt(cells, { x: 1.4, y: 0.1 })?.name).toBe('end');
    expect(cellAt(cells, { x: -2, y: 0 })?.name).toBe('line');
    expect(cellAt(cells, { x: 7.2, y: 0 })?.name).toBe('pit');
    expect(cellAt(cells, { x: 0, y: 2 })).toBeUndefined();
  });
});

describe('values', () => {
  const facts: Facts = { players: 2, lowest: -1, highest: 1, zero_sum: true, chance: false, hidden: false, sides: [] };
  it('are shown with sign and for the first player', () => {
    expect(valueText(0.5)).toBe('+0.50');
    expect(valueText(-12.34)).toBe('−12.3');
    expect(valueText(4600)).toBe('+4600');
    expect(forFirst(0.5, 1, facts)).toBe(-0.5);
    expect(forFirst(0.5, 2, { ...facts, players: 3 })).toBe(0.5);
    expect(forFirst(0.5, 2, { ...facts, players: 3, sides: [0, 1, 1] })).toBe(-0.5);
  });
  it('fill a bar', () => {
    expect(share(0, facts)).toBe(0.5);
    expect(share(1, facts)).toBe(1);
    expect(share(-1, facts)).toBe(0);
    expect(share(0.2, facts)).toBeGreaterThan(0.6);
  });
  it('count and tell the time', () => {
    expect([countText(999), countText(12_345), countText(2_400_000), countText(3e9)]).toEqual([
      '999',
      '12 k',
      '2.4 M',
      '3.0 G',
    ]);
    expect([clockText(65), clockText(9.95), clockText(-1)]).toEqual(['1:05', '9.9', '0.0'].map((text) => text));
    expect(playerTitle('best:level=4')).toBe('Zermelo, level 4');
    expect(playerTitle('mcts:sims=100')).toBe('mcts:sims=100');
  });
});
