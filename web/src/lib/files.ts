/** Saving a game as a file, and putting texts on the clipboard. */
import { keyQuery, request } from './api';

/** Ask for the game as a file and hand it to the person. */
export async function saveGame(id: string, game: string, kind: string): Promise<void> {
  const data = await request<unknown>(`tables/${id}/file?kind=${kind}${keyQuery(id)}`);
  const text = typeof data === 'string' ? data : JSON.stringify(data, null, 1);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = `${game}.${kind === 'json' ? 'zermelo.json' : kind}`;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Whether a text is on the clipboard now; some browsers keep it closed. */
export async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
