/**
 * Clicks become moves: every legal move has sequences of names, which the server sends, and none is the beginning of
 * another. The meaning of a click is that of `zermelo.drawing.clicks`; the cases of tests/drawing/clicks.json hold both.
 */
import type { Move } from './types';

export type Answer =
  | { kind: 'play'; move: Move; clicks: string[] }
  | { kind: 'more'; prefix: string[] }
  | { kind: 'nothing' }
  | { kind: 'illegal'; clicked: string[] };

interface Sequence {
  move: Move;
  names: string[];
}

function sequences(moves: Move[]): Sequence[] {
  const main = moves.map((move) => ({ move, names: move.clicks }));
  return [...main, ...moves.flatMap((move) => (move.also ?? []).map((names) => ({ move, names })))];
}

function fitting(moves: Move[], prefix: string[]): Sequence[] {
  return sequences(moves).filter(({ names }) => prefix.every((name, place) => names[place] === name));
}

/** The moves that some clicks begin with those made so far. */
export function matching(moves: Move[], prefix: string[]): Move[] {
  return [...new Set(fitting(moves, prefix).map(({ move }) => move))];
}

/** The names that may be clicked next. */
export function nextNames(moves: Move[], prefix: string[]): Set<string> {
  const names = new Set<string>();
  for (const sequence of fitting(moves, prefix)) {
    const name = sequence.names[prefix.length];
    if (name !== undefined) names.add(name);
  }
  return names;
}

/** Whether clicks take one piece on and on: in pairs, each step begins where the last one ended. */
function isWalk(names: string[], steps: string): boolean {
  if (steps !== 'pairs') return steps === 'chain';
  return (
    names.length % 2 === 0 &&
    names.every((name, at) => at % 2 === 0 || names[at + 1] === undefined || name === names[at + 1])
  );
}

/** A click further on takes a piece all the way; where several ways lead there, as far as they have in common. */
function leap(moves: Move[], prefix: string[], name: string, steps: string): Answer | null {
  const begun = steps === 'pairs' ? prefix.length - 1 : 0;
  if (!prefix.length || !steps || begun % 2) return null;
  const ways: { move: Move; way: string[]; done: boolean }[] = [];
  for (const { move, names } of fitting(moves, prefix)) {
    for (let length = prefix.length + 1; length <= names.length; length++) {
      if (names[length - 1] !== name || !isWalk(names.slice(begun, length), steps)) continue;
      ways.push({ move, way: names.slice(0, length), done: length === names.length });
    }
  }
  const one = ways[0];
  if (!one) return null;
  if (ways.every(({ done, move }) => done && move === one.move))
    return { kind: 'play', move: one.move, clicks: one.way };
  let shared = 0;
  while (ways.every(({ way }) => way.length > shared && way[shared] === one.way[shared])) shared += 1;
  return shared > prefix.length ? { kind: 'more', prefix: one.way.slice(0, shared) } : null;
}

/**
 * What one more click means. A click that does not go on begins anew; the same click again takes it back. Where every
 * move is several clicks, a first one that leads nowhere is kept, so that the second can be answered with the reason.
 */
export function click(moves: Move[], prefix: string[], name: string, steps = ''): Answer {
  const longer = [...prefix, name];
  const found = fitting(moves, longer);
  const done = found.find(({ names }) => names.length === longer.length);
  if (done) return { kind: 'play', move: done.move, clicks: longer };
  if (found.length) return { kind: 'more', prefix: longer };
  const leaping = leap(moves, prefix, name, steps);
  if (leaping) return leaping;
  if (prefix[prefix.length - 1] === name) return { kind: 'more', prefix: prefix.slice(0, -1) };
  if (prefix.length) {
    return nextNames(moves, []).has(name) ? click(moves, [], name) : { kind: 'illegal', clicked: longer };
  }
  if (!moves.length) return { kind: 'nothing' };
  const several = sequences(moves).every(({ names }) => names.length > 1);
  return several ? { kind: 'more', prefix: longer } : { kind: 'illegal', clicked: longer };
}
