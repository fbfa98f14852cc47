/** Which piece of a picture became which of the next: so that pieces glide instead of jumping. */
import type { Piece } from './types';

export interface Shown {
  id: number;
  piece: Piece;
}

let counter = 0;

/**
 * Give the new pieces the identities of the old: first those that stayed, then those of the same kind and owner that
 * moved (from a cell of the last move where possible), then those that changed on their cell; the rest are new.
 */
export function matched(before: Shown[], after: Piece[], last: string[]): Shown[] {
  const free = new Set(before);
  const shown: (Shown | undefined)[] = after.map(() => undefined);
  const take = (fits: (old: Shown, piece: Piece) => boolean) => {
    after.forEach((piece, place) => {
      if (shown[place]) return;
      for (const old of free) {
        if (fits(old, piece)) {
          free.delete(old);
          shown[place] = { id: old.id, piece };
          return;
        }
      }
    });
  };
  const alike = (a: Piece, b: Piece) => a.kind === b.kind && a.owner === b.owner;
  take((old, piece) => alike(old.piece, piece) && old.piece.cell === piece.cell && old.piece.text === piece.text);
  take((old, piece) => alike(old.piece, piece) && old.piece.cell === piece.cell);
  take((old, piece) => alike(old.piece, piece) && last.includes(old.piece.cell) && last.includes(piece.cell));
  take((old, piece) => old.piece.owner === piece.owner && last.includes(old.piece.cell) && last.includes(piece.cell));
  take((old, piece) => alike(old.piece, piece));
  return shown.map((one, place) => one ?? { id: ++counter, piece: after[place] as Piece });
}
