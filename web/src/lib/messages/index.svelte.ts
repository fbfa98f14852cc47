/** The page's texts in the language that a person reads: `t('new.begin')`, `t('game.link_for', { number: 2 })`. */
import { en, type Key, type Message, type Messages } from './en';

export type { Key, Messages };
export type Params = Record<string, string | number>;

/** Every language: its own name, and its file, which is fetched when it is wanted. */
export const LANGUAGES: Record<string, { name: string; load: () => Promise<Messages> }> = {
  en: { name: 'English', load: async () => en },
  pt: { name: 'Português', load: async () => (await import('./pt')).pt },
  de: { name: 'Deutsch', load: async () => (await import('./de')).de },
  fr: { name: 'Français', load: async () => (await import('./fr')).fr },
};

class Spoken {
  now = $state.raw<{ language: string; messages: Messages; plural: Intl.PluralRules }>({
    language: 'en',
    messages: en,
    plural: new Intl.PluralRules('en'),
  });
}
const spoken = new Spoken();

/** The language that is read at the moment. */
export function language(): string {
  return spoken.now.language;
}

/** The first of a person's languages that there is; English where there is none. */
export function chosen(wanted: string, browser: readonly string[]): string {
  const tags = wanted === 'auto' ? browser : [wanted];
  return tags.map((tag) => tag.toLowerCase().split('-')[0] ?? '').find((tag) => tag in LANGUAGES) ?? 'en';
}

/** Change to a language; where its file cannot be fetched, the page stays as it is. */
export async function change(language: string): Promise<void> {
  if (language === spoken.now.language) return;
  const messages = await LANGUAGES[language]?.load().catch(() => undefined);
  if (messages) spoken.now = { language, messages, plural: new Intl.PluralRules(language) };
}

/** Say everything in the language that a person wants. */
export async function speak(wanted: string): Promise<void> {
  await change(chosen(wanted, navigator.languages));
  document.documentElement.lang = spoken.now.language;
}

/** A text with its places filled in; `count` chooses between one and other. */
export function t(key: Key, params: Params = {}): string {
  const { messages, plural } = spoken.now;
  return filled(messages[key], params, plural);
}

export function filled(message: Message, params: Params, plural: Intl.PluralRules): string {
  const text =
    typeof message === 'string'
      ? message
      : plural.select(Number(params['count'] ?? 0)) === 'one'
        ? message.one
        : message.other;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}

const REASONS = (Object.keys(en) as Key[])
  .filter((key) => key.startsWith('reason.'))
  .map((key) => ({ key, pattern: patternOf(en[key] as string) }));

function patternOf(text: string): RegExp {
  const escaped = text.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/\{(\w+)\}/g, '(?<$1>[^:]+?)')}$`);
}

/** Why a game is over: the server says it in English; what the catalogue has as well is said in the person's language. */
export function reasonText(english: string): string {
  for (const { key, pattern } of REASONS) {
    const found = pattern.exec(english);
    if (found) return t(key, found.groups ?? {});
  }
  return english;
}
