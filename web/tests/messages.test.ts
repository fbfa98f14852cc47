/// <reference types="vite/client" />
import { parse } from 'svelte/compiler';
import { describe, expect, it } from 'vitest';
import { en, type Key, type Message } from '../src/lib/messages/en';
import { LANGUAGES, change, chosen, filled, reasonText, t } from '../src/lib/messages/index.svelte';

const keys = Object.keys(en) as Key[];
const parts = (message: Message) => (typeof message === 'string' ? [message] : [message.one, message.other]);
const places = (text: string) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([place]) => place))].sort();
const placesOf = (message: Message) => [...new Set(parts(message).flatMap(places))].sort();

describe('messages', () => {
  for (const [tag, { load }] of Object.entries(LANGUAGES)) {
    it(`are all there in ${tag}, with the same places`, async () => {
      const messages = await load();
      expect(Object.keys(messages).sort()).toEqual([...keys].sort());
      for (const key of keys) {
        expect(typeof messages[key], key).toBe(typeof en[key]);
        expect(placesOf(messages[key]), key).toEqual(placesOf(en[key]));
        for (const part of parts(messages[key])) expect(part.trim(), key).not.toBe('');
      }
    });
  }
  it('have their places filled in, and a plural', () => {
    expect(t('player.players', { count: 1 })).toBe('1 player');
    expect(t('player.players', { count: 4 })).toBe('4 players');
    expect(filled({ one: '{count} jeu', other: '{count} jeux' }, { count: 0 }, new Intl.PluralRules('fr'))).toBe(
      '0 jeu',
    );
    expect(filled('{a} {b}', { a: 1 }, new Intl.PluralRules('en'))).toBe('1 {b}');
  });
  it('are in the first language of the browser that there is', () => {
    expect(chosen('auto', ['nl', 'pt-BR', 'en'])).toBe('pt');
    expect(chosen('auto', ['xx'])).toBe('en');
    expect(chosen('fr', ['de'])).toBe('fr');
  });
  it('know the reasons for an end by their English text', async () => {
    expect(reasonText('White mates')).toBe('White mates');
    expect(reasonText('something quite else')).toBe('something quite else');
    await change('de');
    expect(reasonText('Black cannot move: White wins')).toBe('Black kann nicht ziehen: White gewinnt');
    expect(reasonText('stalemate: draw')).toBe('Patt: unentschieden');
    expect(reasonText('something quite else')).toBe('something quite else');
    await change('en');
  });
});

interface Node {
  type: string;
  name?: string;
  data?: string;
  value?: unknown;
  start: number;
}
const SAID = new Set(['aria-label', 'placeholder', 'title', 'alt', 'label']);
const NAMES = /\b(Zermelo|openapi|json)\b/g; // names are the same in every language

/** Words in a component's markup that are no message. */
function bareWords(source: string): string[] {
  const found: string[] = [];
  const words = (text: string) => /\p{L}{2,}/u.test(text.replace(NAMES, ''));
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit);
    else if (node && typeof node === 'object') {
      const { type, name, data, value } = node as Node;
      if (type === 'Attribute' && !SAID.has(name ?? '')) return;
      if (type === 'Attribute' && Array.isArray(value)) value.forEach(visit);
      if (type === 'Text' && words(data ?? '')) found.push((data ?? '').trim());
      else if (type !== 'ExpressionTag' && type !== 'Attribute') Object.values(node).forEach(visit);
    }
  };
  visit(parse(source, { modern: true }).fragment);
  return found;
}

describe('components', () => {
  const files: Record<string, string> = import.meta.glob('../src/**/*.svelte', {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  it.each(Object.entries(files))('%s has no text of its own', (_, source) => expect(bareWords(source)).toEqual([]));
  it('would be caught', () => {
    expect(bareWords('<p aria-label="not good">{x} Also this</p>')).toEqual(['not good', 'Also this']);
  });
});
