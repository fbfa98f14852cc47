/** Colours of players' pieces: names that games use, each with a fill, an edge and a colour for signs on it. */

export interface Colour {
  fill: string;
  edge: string;
  ink: string;
}

export const COLOURS: Record<string, Colour> = {
  white: { fill: '#faf7f0', edge: '#4b4740', ink: '#2a2825' },
  black: { fill: '#2d2b2a', edge: '#0c0c0c', ink: '#f4f1ea' },
  red: { fill: '#c8423b', edge: '#7a1f1b', ink: '#fff6f4' },
  yellow: { fill: '#f0c132', edge: '#8a6708', ink: '#3a2c00' },
  blue: { fill: '#3d74c7', edge: '#1d3f77', ink: '#f2f7ff' },
  green: { fill: '#4a9a5b', edge: '#235230', ink: '#f2fff4' },
  orange: { fill: '#e08a2e', edge: '#8a4e0f', ink: '#2f1a00' },
  teal: { fill: '#2fa6a0', edge: '#125d59', ink: '#f0fffe' },
  pink: { fill: '#e58cb0', edge: '#93405f', ink: '#3a0d20' },
  purple: { fill: '#8157b5', edge: '#46286d', ink: '#f8f2ff' },
};

const USUAL = ['white', 'black', 'red', 'blue', 'green', 'yellow', 'purple', 'orange'];
const NOBODY: Colour = { fill: '#b9b2a4', edge: '#6d675c', ink: '#2a2825' };

export function colourOf(owner: number, names: string[]): Colour {
  if (owner < 0) return NOBODY;
  const name = names[owner] ?? USUAL[owner % USUAL.length] ?? 'white';
  return COLOURS[name] ?? { fill: name, edge: '#444444', ink: '#ffffff' };
}

/** The name of a player's colour, for people. */
export function colourName(owner: number, names: string[]): string {
  return names[owner] ?? USUAL[owner % USUAL.length] ?? '';
}
