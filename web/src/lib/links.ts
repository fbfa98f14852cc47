/** Links to a position: what the game's parameters are called never meets what the link itself says. */

const OWN = new Set(['game', 'position', 'moves', 'replay']);
const SETTING = 'set.';

/** The part of an address after # that opens a position of a game. */
export function positionHash(game: string, position: string, settings: Record<string, string>): string {
  const query = new URLSearchParams({ game, ...(position ? { position } : {}) });
  for (const [name, value] of Object.entries(settings)) query.append(SETTING + name, value);
  return `#/new?${query}`;
}

/** The settings that a link gives; `size=9` is read like `set.size=9` where it can mean nothing else. */
export function settingsIn(query: URLSearchParams, parameters: Record<string, unknown>): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [key, value] of query) {
    const name = key.startsWith(SETTING) ? key.slice(SETTING.length) : OWN.has(key) ? '' : key;
    if (name in parameters) found[name] = value;
  }
  return found;
}

/** The whole address of a place of this page. */
export function address(hash: string): string {
  const made = new URL(document.baseURI);
  made.hash = hash;
  return made.href;
}
