/** What a person prefers, kept in the browser. */

export interface Preferences {
  language: string; // a tag of the catalogue, or auto: the browser's
  theme: 'auto' | 'light' | 'dark' | 'contrast';
  board: 'wood' | 'slate' | 'paper';
  pieces: 'shaded' | 'flat';
  animate: boolean;
  coordinates: boolean;
  targets: boolean;
  sounds: boolean;
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
  sounds: false,
};

function read(): Preferences {
  try {
    return { ...USUAL, ...(JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Partial<Preferences>) };
  } catch {
    return USUAL;
  }
}

export const prefs = $state(read());

const wants = (query: string) => prefs.theme === 'auto' && matchMedia(query).matches;

export function isDark(): boolean {
  return prefs.theme === 'dark' || prefs.theme === 'contrast' || wants('(prefers-color-scheme: dark)');
}

export function keepPreferences(): void {
  localStorage.setItem(PLACE, JSON.stringify(prefs));
  const contrast = prefs.theme === 'contrast' || wants('(prefers-contrast: more)');
  const { dataset } = document.documentElement;
  dataset['theme'] = isDark() ? 'dark' : 'light';
  dataset['contrast'] = contrast ? 'more' : 'usual';
  dataset['board'] = prefs.board;
}
