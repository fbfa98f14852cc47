/** What a person prefers, kept in the browser. */

export interface Preferences {
  language: string; // a tag of the catalogue, or auto: the browser's
  theme: 'auto' | 'light' | 'dark';
  board: 'wood' | 'slate' | 'paper';
  pieces: 'shaded' | 'flat';
  animate: boolean;
  coordinates: boolean;
  targets: boolean;
}

const PLACE = 'zermelo.preferences';
const USUAL: Preferences = {
  language: 'auto',
  theme: 'auto',
  board: 'wood',
  pieces: 'shaded',
  animate: true,
  coordinates: true,
  targets: true,
};

function read(): Preferences {
  try {
    return { ...USUAL, ...(JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Partial<Preferences>) };
  } catch {
    return USUAL;
  }
}

export const prefs = $state(read());

export function keepPreferences(): void {
  localStorage.setItem(PLACE, JSON.stringify(prefs));
  const dark = prefs.theme === 'dark' || (prefs.theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset['theme'] = dark ? 'dark' : 'light';
  document.documentElement.dataset['board'] = prefs.board;
}
