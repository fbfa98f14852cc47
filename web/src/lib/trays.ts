/** What lies beside the board and is placed on it: which way it lies, and where it would come down. */
import { fitted, type Point } from './geometry';
import { matching } from './clicks';
import type { Button, Move, Piece, Scene, Way } from './types';

/** A piece from a tray that is about to be placed. */
export interface Hand {
  button: Button;
  way: Way;
  symbols: string[]; // of the pieces of that way
}

export interface Placement {
  clicks: string[];
  way: Way;
  cell: string;
}

/** What was picked from a tray, if it is something that lies on the board in a way of its own. */
export function handOf(scene: Scene, prefix: string[]): Hand | null {
  const place = scene.buttons.findIndex((button) => button.name === prefix[0]);
  const button = scene.buttons[place];
  if (!button?.ways.length) return null;
  const which = Math.max(
    0,
    button.ways.findIndex((way) => way.name && way.name === prefix[1]),
  );
  const way = button.ways[which];
  return way ? { button, way, symbols: scene.drawing.ways[place]?.[which] ?? [] } : null;
}

/** The clicks for something in the hand that lies in this way. */
export function prefixOf(button: Button, way: Way): string[] {
  return way.name ? [button.name, way.name] : [button.name];
}

/** The first way that can be placed somewhere. */
export function firstWay(button: Button, moves: Move[]): Way | undefined {
  return button.ways.find((way) => matching(moves, prefixOf(button, way)).length > 0) ?? button.ways[0];
}

/** Turned or flipped, until it lies in a way that can be placed, or as it lay. */
export function turned(hand: Hand, how: 'turned' | 'flipped', moves: Move[]): Way {
  let way = hand.way;
  for (let tries = 0; tries < hand.button.ways.length; tries++) {
    const next = hand.button.ways.find((one) => one.name === way[how]);
    if (!next) return hand.way;
    way = next;
    if (how === 'flipped' || matching(moves, prefixOf(hand.button, way)).length) return way;
  }
  return hand.way;
}

/** Where the middle of some pieces is, from the cell that is clicked for them. */
export function middle(pieces: Piece[]): Point {
  const box = fitted(pieces);
  return { x: box.left + box.width / 2, y: -(box.top + box.height / 2) };
}

/** Where the thing in the hand comes down near a point: as it lies, or else as it can lie there. */
export function placement(scene: Scene, hand: Hand, moves: Move[], point: Point): Placement | null {
  const places = new Map(scene.cells.map((cell) => [cell.name, cell]));
  const near = (ways: Way[], far: number): Placement | null => {
    let best: Placement | null = null;
    let nearest = far;
    for (const way of ways) {
      const prefix = prefixOf(hand.button, way);
      const { x, y } = middle(way.pieces);
      for (const move of matching(moves, prefix)) {
        const cell = places.get(move.clicks[prefix.length] ?? '');
        if (!cell) continue;
        const away = Math.hypot(cell.x + x - point.x, cell.y + y - point.y) / Math.max(cell.width, 1);
        if (away < nearest) [best, nearest] = [{ clicks: [...prefix, cell.name], way, cell: cell.name }, away];
      }
    }
    return best;
  };
  return near([hand.way], 0.8) ?? near(hand.button.ways, 0.6);
}
