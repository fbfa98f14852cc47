/** Games found by what a person types: any spelling, a part of a name, or a name with a slip or two in it. */
import type { Game } from './types';

/** `Nine Men's Morris` is `ninemensmorris`, as `zermelo.games.catalogue.plain` has it. */
export function plain(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll('&', 'and')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

const NUMBERS: [RegExp, string][] = [
  [/\b3\b/g, 'three'],
  [/\b4\b/g, 'four'],
  [/\b5\b/g, 'five'],
  [/\b9\b/g, 'nine'],
];

/** What was typed, and the same with numbers as words. */
function spellings(text: string): string[] {
  const words = NUMBERS.reduce((said, [digit, word]) => said.replace(digit, word), text.replaceAll('_', ' '));
  return [...new Set([plain(text), plain(words)])].filter(Boolean);
}

/** How many letters have to be put in, left out, changed or swapped. */
export function distance(one: string, two: string): number {
  let before: number[] = [];
  let last = Array.from({ length: two.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= two.length; j++) {
      const same = one[i - 1] === two[j - 1] ? 0 : 1;
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && one[i - 1] === two[j - 2] && one[i - 2] === two[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      row.push(least);
    }
    [before, last] = [last, row];
  }
  return last[two.length] ?? 0;
}

/** The games that fit, the best first: by a name, by what is said of them, and only then by names that are near. */
export function found(games: Game[], typed: string): Game[] {
  const wanted = spellings(typed);
  if (!wanted.length) return games;
  const ranked: [number, Game][] = [];
  for (const game of games) {
    const names = [game.title, game.name, ...game.aliases].flatMap(spellings);
    const told = plain(game.about);
    const rank = Math.min(...wanted.map((text) => rankOf(text, names, told)));
    if (rank < Infinity) ranked.push([rank, game]);
  }
  const sure = ranked.filter(([rank]) => rank < 3);
  return (sure.length ? sure : ranked).sort(([one], [two]) => one - two).map(([, game]) => game);
}

function rankOf(text: string, names: string[], told: string): number {
  if (names.includes(text)) return 0;
  if (names.some((name) => name.startsWith(text))) return 1;
  if (text.length > 1 && (names.some((name) => name.includes(text)) || told.includes(text))) return 2;
  const slips = text.length < 4 ? 0 : text.length < 8 ? 1 : 2;
  const near = Math.min(...names.map((name) => distance(text, name)));
  return slips && near <= slips ? 2 + near : Infinity;
}
