/** Values in words and as a share of a bar. */
import { t, type Key } from './messages/index.svelte';
import type { Facts, Result } from './types';

/** A value in the game's own units, signed. */
export function valueText(value: number): string {
  const size = Math.abs(value);
  const shown = value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 2);
  return (value > 0 ? '+' : '') + shown.replace('-', '−');
}

/** The value of a result for the first player, where two play against each other. */
export function forFirst(value: number, turn: number, facts: Facts): number {
  if (facts.players !== 2 && facts.sides.length === 0) return value;
  const side = facts.sides[turn] ?? turn;
  return side === 0 ? value : -value;
}

/** How full the first player's part of the bar is: an even game is one half, a certain win all of it. */
export function share(value: number, facts: Facts): number {
  const middle = (facts.highest + facts.lowest) / 2;
  const half = (facts.highest - facts.lowest) / 2 || 1;
  const part = (value - middle) / half;
  const soft = Math.tanh(2.2 * part) / Math.tanh(2.2);
  return Math.min(1, Math.max(0, 0.5 + soft / 2));
}

/** `2.4 M` nodes and the like. */
export function countText(count: number): string {
  if (count >= 1e9) return `${(count / 1e9).toFixed(1)} G`;
  if (count >= 1e6) return `${(count / 1e6).toFixed(1)} M`;
  if (count >= 1e4) return `${(count / 1e3).toFixed(0)} k`;
  return String(Math.round(count));
}

/** What a result says beside its number. */
export function verdict(result: Result): string {
  if (!result.proven) return '';
  if (result.proven === 'exact') return t('analysis.exact');
  const said = t(`proven.${result.proven}` as Key);
  return result.distance
    ? t('analysis.proven_in', { result: said, count: result.distance })
    : t('analysis.proven', { result: said });
}

/** `1:05`. */
export function clockText(seconds: number): string {
  const left = Math.max(0, seconds);
  if (left < 10) return left.toFixed(1);
  return `${Math.floor(left / 60)}:${String(Math.floor(left % 60)).padStart(2, '0')}`;
}

/** A name for a player's text: `best:level=4` is Zermelo, level 4. */
export function playerTitle(text: string): string {
  if (text === 'human') return t('player.person');
  const level = /^best:level=(\d+)$/.exec(text);
  if (level) return t('player.level', { level: level[1] ?? '' });
  if (text === 'best') return t('player.full');
  return text;
}

/** `1`, `1 and 3`, `1, 2 and 3`. */
export function listed(names: string[]): string {
  const [last = '', ...others] = [...names].reverse();
  return others.length ? t('player.and', { one: others.reverse().join(', '), other: last }) : last;
}
