/** Where things are drawn: in units of one cell, y turned downwards for the screen. */
import type { Scene } from './types';

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** All cells, with room for coordinates round them. */
export function boxOf(scene: Scene, margin: number): Box {
  const [left, top, width, height] = scene.drawing.frame;
  return { left: left - margin, top: top - margin, width: width + 2 * margin, height: height + 2 * margin };
}

export function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
