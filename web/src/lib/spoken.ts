/** Moves as they are read aloud, as far as their text tells. */
import { t, type Key } from './messages/index.svelte';

const PIECES: Record<string, Key> = {
  K: 'spoken.king',
  Q: 'spoken.queen',
  R: 'spoken.rook',
  B: 'spoken.bishop',
  N: 'spoken.knight',
};

/** `Nxe5+` is "knight takes e5, check" where pieces are written as in PGN; else signs alone are put into words. */
export function spoken(move: string, pieces: boolean): string {
  if (pieces && /^O-O-O/.test(move)) return t('spoken.castles_long');
  if (pieces && /^O-O/.test(move)) return t('spoken.castles');
  let said = move;
  const after: string[] = [];
  if (/#$/.test(said)) after.push(t('spoken.mate'));
  else if (pieces && /\+$/.test(said)) after.push(t('spoken.check'));
  if (after.length) said = said.replace(/[+#]$/, '');
  const promoted = pieces ? /=([QRBN])$/.exec(said) : null;
  if (promoted) {
    after.unshift(t('spoken.becomes', { piece: t(PIECES[promoted[1] ?? ''] ?? 'spoken.queen') }));
    said = said.slice(0, -2);
  }
  const piece = pieces ? /^[KQRBN](?=[a-h1-8x])/.exec(said)?.[0] : undefined;
  if (piece) said = `${t(PIECES[piece] ?? 'spoken.king')} ${said.slice(1)}`;
  said = said.replace(/([a-z0-9 ])x(?=[a-z]\d|\d)/i, (_, before: string) => `${before.trim()} ${t('spoken.takes')} `);
  return [said.trim(), ...after].join(', ');
}
