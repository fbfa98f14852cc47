/** Requests to the server; whatever goes wrong is an error with the server's sentence. */
import { t } from './messages/index.svelte';
import type { Game, LoadGame, Match, NewTable, Opened, PlayerKind, Rules, Scene, Tournament } from './types';

export class Refused extends Error {}

export async function request<T>(path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(
      `api/${path}`,
      body === undefined
        ? {}
        : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    );
  } catch {
    throw new Refused(t('say.server_silent'));
  }
  const text = await response.text();
  let data: unknown = text;
  try {
    data = JSON.parse(text);
  } catch {
    // a file or a page: its text is the answer
  }
  if (!response.ok) {
    const said = (data as { error?: string }).error;
    throw new Refused(said ?? t('say.server_answered', { status: response.status }));
  }
  return data as T;
}

export const games = () => request<Game[]>('games');
export const players = () => request<PlayerKind[]>('players');
/** The picture of a game: its first position, or one of a variant, or any position of it. */
export function scene(game: string, settings: Record<string, string> = {}, position = ''): Promise<Scene> {
  const query = new URLSearchParams({ game, ...(position ? { position } : {}) });
  for (const [name, value] of Object.entries(settings)) query.append('set', `${name}=${value}`);
  return request<Scene>(`scene?${query}`);
}
/** The address of a game's picture in the colours of the page, for an image. */
export const card = (game: string, look: Record<string, string>) =>
  `api/card?${new URLSearchParams({ game, ...look })}`;
export const rules = (game: string) => request<Rules>(`rules?game=${encodeURIComponent(game)}`);
export const matches = () => request<Match[]>('matches');

/** Begin a game; the keys of its seats stay in this browser. */
export async function openTable(wanted: NewTable): Promise<string> {
  return keep(await request<Opened>('tables', wanted));
}

export async function loadGame(text: string): Promise<string> {
  return keep(await request<Opened>('load', { text } satisfies LoadGame));
}

/** A game of a match, the first being 1. */
export async function openMatchGame(match: string, game: number): Promise<string> {
  return keep(await request<Opened>(`matches/${match}/games/${game}`, {}));
}

export const tournaments = () => request<Tournament[]>('tournaments');

/** A game of a tournament, the first being 1. */
export async function openTournamentGame(number: number, game: number): Promise<string> {
  return keep(await request<Opened>(`tournaments/${number}/games/${game}`, {}));
}

function keep(opened: Opened): string {
  addKeys(opened.table.id, opened.keys);
  remember(opened.table.id, opened.table.game);
  return opened.table.id;
}

const place = (id: string) => `zermelo.keys.${id}`;

export function keysOf(id: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place(id)) ?? '[]');
    return Array.isArray(kept) ? kept.map(String) : [];
  } catch {
    return [];
  }
}

/** The keys that one holds at a table, to be put behind a query. */
export function keyQuery(id: string): string {
  return keysOf(id)
    .map((key) => `&key=${encodeURIComponent(key)}`)
    .join('');
}

export function addKeys(id: string, keys: string[]): void {
  localStorage.setItem(place(id), JSON.stringify([...new Set([...keysOf(id), ...keys])]));
}

export interface Recent {
  id: string;
  game: string;
  at: number;
}

const RECENT = 'zermelo.recent';
const MOST = 12;

export function recent(): Recent[] {
  try {
    return JSON.parse(localStorage.getItem(RECENT) ?? '[]') as Recent[];
  } catch {
    return [];
  }
}

export function remember(id: string, game: string): void {
  const others = recent().filter((one) => one.id !== id);
  localStorage.setItem(RECENT, JSON.stringify([{ id, game, at: Date.now() }, ...others].slice(0, MOST)));
}

export function forget(id: string): void {
  localStorage.setItem(RECENT, JSON.stringify(recent().filter((one) => one.id !== id)));
  localStorage.removeItem(place(id));
}
