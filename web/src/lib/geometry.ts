/** Where things are drawn: in units of one cell, y turned downwards for the screen. */
import type { Cell, Piece, Scene } from './types';

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

/** All cells, with room for coordinates round them. */
export function boxOf(scene: Scene, margin: number): Box {
  const [left, top, width, height] = scene.drawing.frame;
  return { left: left - margin, top: top - margin, width: width + 2 * margin, height: height + 2 * margin };
}

/** The room that some pieces take. */
export function fitted(pieces: Piece[]): Box {
  const across = pieces.map((piece) => piece.dx);
  const up = pieces.map((piece) => piece.dy);
  const [left, top] = [Math.min(...across) - 0.5, -Math.max(...up) - 0.5];
  return { left, top, width: Math.max(...across) + 0.5 - left, height: 0.5 - Math.min(...up) - top };
}

/** The cell at a point (y upwards), or the nearest within reach; a place for pieces only where there is no other. */
export function cellAt(cells: Cell[], point: Point): Cell | undefined {
  let best: Cell | undefined;
  let nearest = Infinity;
  for (const cell of cells) {
    const dx = Math.max(0, Math.abs(point.x - cell.x) - Math.max(0, cell.width / 2 - 0.5));
    const dy = Math.max(0, Math.abs(point.y - cell.y) - Math.max(0, cell.height / 2 - 0.5));
    const far = Math.hypot(dx, dy);
    if (far > 0.75) continue;
    const away = far + (cell.shape === 'none' ? 1 : 0);
    if (away < nearest) [best, nearest] = [cell, away];
  }
  return best;
}

const WAYS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** The nearest cell in the direction of an arrow key. */
export function beside(cells: Cell[], cell: Cell, key: string, flipped: boolean): Cell | undefined {
  const way = WAYS[key];
  if (!way) return undefined;
  const sign = flipped ? -1 : 1;
  let best: Cell | undefined;
  let nearest = Infinity;
  for (const other of cells) {
    const along = sign * ((other.x - cell.x) * way[0] + (other.y - cell.y) * way[1]);
    const aside = Math.abs((other.x - cell.x) * way[1]) + Math.abs((other.y - cell.y) * way[0]);
    if (along <= 0.05) continue;
    const far = along + 3 * aside;
    if (far < nearest) [best, nearest] = [other, far];
  }
  return best;
}

export function isArrow(key: string): boolean {
  return key in WAYS;
}

export function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
