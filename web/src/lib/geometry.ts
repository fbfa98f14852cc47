/** Where things are drawn: the scene's cells in units of one cell, y turned downwards for the screen. */
import type { Cell, Scene } from './types';

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export const HEXAGON = 1 / Math.sqrt(3); // radius of a hexagon whose neighbours are one unit away

/** All cells, with room for coordinates round them. */
export function boxOf(scene: Scene, margin: number): Box {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const cell of scene.cells) {
    const half = halfOf(cell);
    left = Math.min(left, cell.x - half.x);
    right = Math.max(right, cell.x + half.x);
    top = Math.min(top, -cell.y - half.y);
    bottom = Math.max(bottom, -cell.y + half.y);
  }
  for (const [x1, y1, x2, y2] of scene.lines) {
    left = Math.min(left, x1 - 0.1, x2 - 0.1);
    right = Math.max(right, x1 + 0.1, x2 + 0.1);
    top = Math.min(top, -y1 - 0.1, -y2 - 0.1);
    bottom = Math.max(bottom, -y1 + 0.1, -y2 + 0.1);
  }
  if (!Number.isFinite(left)) return { left: 0, top: 0, width: 1, height: 1 };
  return {
    left: left - margin,
    top: top - margin,
    width: right - left + 2 * margin,
    height: bottom - top + 2 * margin,
  };
}

function halfOf(cell: Cell): { x: number; y: number } {
  if (cell.shape === 'hexagon') return { x: 0.5, y: HEXAGON };
  return { x: cell.width / 2, y: cell.height / 2 };
}

/** The corners of a cell round its middle. */
export function corners(cell: Cell): string {
  const [w, h] = [cell.width / 2, cell.height / 2];
  switch (cell.shape) {
    case 'hexagon': {
      const points = [];
      for (let side = 0; side < 6; side++) {
        const angle = (Math.PI / 180) * (60 * side - 90);
        points.push(`${round(Math.cos(angle) * HEXAGON)},${round(Math.sin(angle) * HEXAGON)}`);
      }
      return points.join(' ');
    }
    case 'triangle_up':
      return `${-w},${h} ${w},${h} 0,${-h}`;
    case 'triangle_down':
      return `${-w},${-h} ${w},${-h} 0,${h}`;
    default:
      return `${-w},${-h} ${w},${-h} ${w},${h} ${-w},${h}`;
  }
}

export function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

export interface Mark {
  text: string;
  x: number;
  y: number;
}

/**
 * Letters and numbers along the edges, read off the cells' own names (`e4`): only where names are a letter and a
 * number and these name columns and rows.
 */
export function coordinates(scene: Scene, flipped: boolean): Mark[] {
  const columns = new Map<string, number>();
  const rows = new Map<string, number>();
  if (scene.cells.length < 4) return [];
  for (const cell of scene.cells) {
    const parts = /^([A-Za-z])(\d{1,2})$/.exec(cell.name);
    if (!parts?.[1] || !parts[2] || cell.label) return [];
    const [, column, row] = parts;
    if ((columns.get(column) ?? cell.x) !== cell.x || (rows.get(row) ?? cell.y) !== cell.y) return [];
    columns.set(column, cell.x);
    rows.set(row, cell.y);
  }
  const box = boxOf(scene, 0);
  const bottom = flipped ? box.top : box.top + box.height;
  const left = flipped ? box.left + box.width : box.left;
  const away = 0.26;
  return [
    ...[...columns].map(([text, x]) => ({ text, x, y: bottom + (flipped ? -away : away) })),
    ...[...rows].map(([text, y]) => ({ text, x: left + (flipped ? away : -away), y: -y })),
  ];
}
