import type { i18n as I18n, TFunction } from 'i18next';
import { createTranslator } from '../app/i18n/instance';
import type { Lang } from '../app/i18n/lang';
import type { Page } from '../app/gw/page';
import { pickTexts, withWords, wordsOf, type Catalogue } from './texts';

/** Texts with values are as many as their values; more than this are not remembered. */
const REMEMBERED = 20_000;

/**
 * The translators of all requests. Texts never change while the renderer runs, so one is made for each language and set of
 * namespaces, and what it has translated once is remembered. It holds nothing of a request.
 */
export class Translators {
  readonly #catalogue: Catalogue;
  readonly #made = new Map<string, I18n>();

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue;
  }

  /**
   * The translator that knows these namespaces, and no others: what a page forgets to declare is not there. One with words of the
   * page's own (see `wordsOf`) is not remembered.
   */
  with(lang: Lang, namespaces: string[], page?: Page): I18n {
    const words = wordsOf(page);
    if (words) {
      const texts = pickTexts(this.#catalogue, lang, new Set(namespaces));
      return createTranslator(lang, withWords(texts, words.namespace, words.texts));
    }
    const key = [lang, ...new Set(namespaces)].join(' ');
    let translator = this.#made.get(key);
    if (!translator) {
      translator = remembering(
        createTranslator(lang, pickTexts(this.#catalogue, lang, namespaces)),
      );
      this.#made.set(key, translator);
    }
    return translator;
  }
}

function remembering(translator: I18n): I18n {
  const texts = new Map<string, unknown>();
  const translate = translator.t as (key: unknown, values?: unknown) => unknown;
  const t = (key: unknown, values?: unknown): unknown => {
    const name = nameOf(key, values);
    if (name === undefined) return translate(key, values);
    let text = texts.get(name);
    if (text === undefined) {
      text = translate(key, values);
      if (texts.size >= REMEMBERED) texts.clear();
      texts.set(name, text);
    }
    return text;
  };
  return Object.assign(Object.create(translator) as I18n, { t: t as TFunction });
}

// Values that are more than a word or a number are not compared.
function nameOf(key: unknown, values: unknown): string | undefined {
  if (typeof key !== 'string') return undefined;
  if (values === undefined) return key;
  if (typeof values !== 'object' || values === null) return undefined;
  for (const value of Object.values(values)) {
    if (typeof value === 'object' && value !== null) return undefined;
  }
  return `${key} ${JSON.stringify(values)}`;
}
