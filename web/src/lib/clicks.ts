/**
 * Clicks become moves: every legal move has a sequence of names, which the server sends, and none is the beginning of
 * another. The meaning of a click is that of `zermelo.drawing.clicks`; the cases of tests/drawing/clicks.json hold both.
 */
import type { Move } from './types';

export type Answer =
  | { kind: 'play'; move: Move }
  | { kind: 'more'; prefix: string[] }
  | { kind: 'nothing' }
  | { kind: 'illegal'; clicked: string[] };

/** The moves whose clicks begin with those made so far. */
export function matching(moves: Move[], prefix: string[]): Move[] {
  return moves.filter((move) => prefix.every((name, place) => move.clicks[place] === name));
}

/** The names that may be clicked next. */
export function nextNames(moves: Move[], prefix: string[]): Set<string> {
  const names = new Set<string>();
  for (const move of matching(moves, prefix)) {
    const name = move.clicks[prefix.length];
    if (name !== undefined) names.add(name);
  }
  return names;
}

/**
 * What one more click means. A click that does not go on begins anew; the same click again takes it back. Where every
 * move is several clicks, a first one that leads nowhere is kept, so that the second can be answered with the reason.
 */
export function click(moves: Move[], prefix: string[], name: string): Answer {
  const longer = [...prefix, name];
  const fitting = matching(moves, longer);
  const done = fitting.find((move) => move.clicks.length === longer.length);
  if (done) return { kind: 'play', move: done };
  if (fitting.length) return { kind: 'more', prefix: longer };
  if (prefix[prefix.length - 1] === name) return { kind: 'more', prefix: prefix.slice(0, -1) };
  if (prefix.length) {
    return nextNames(moves, []).has(name) ? click(moves, [], name) : { kind: 'illegal', clicked: longer };
  }
  if (!moves.length) return { kind: 'nothing' };
  const several = moves.every((move) => move.clicks.length > 1);
  return several ? { kind: 'more', prefix: longer } : { kind: 'illegal', clicked: longer };
}
