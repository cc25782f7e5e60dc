import type { i18n as I18n, TFunction } from 'i18next';
import { createTranslator } from '../app/i18n/instance';
import type { Lang } from '../app/i18n/lang';
import type { Page } from '../app/gw/page';
import { pickTexts, applyOverrides, overridesOf, type Locales } from './texts';

/** The translation cache is cleared at this size: interpolated values make an unlimited number of texts. */
const MAX_TRANSLATIONS = 20_000;

/**
 * Caches translators for all requests. Texts never change while the renderer runs, so there is one translator for each language and
 * set of namespaces, and it memoizes its translations. It holds nothing of a request.
 */
export class Translators {
  readonly #catalogue: Locales;
  readonly #made = new Map<string, I18n>();

  constructor(catalogue: Locales) {
    this.#catalogue = catalogue;
  }

  /**
   * Returns the translator with exactly these namespaces; a namespace that a page does not declare is missing. A translator with
   * overrides of the page (see `overridesOf`) is not cached.
   */
  with(lang: Lang, namespaces: string[], page?: Page): I18n {
    const overrides = overridesOf(page);
    if (overrides) {
      const texts = pickTexts(this.#catalogue, lang, new Set(namespaces));
      return createTranslator(lang, applyOverrides(texts, overrides.namespace, overrides.texts));
    }
    const key = [lang, ...new Set(namespaces)].join(' ');
    let translator = this.#made.get(key);
    if (!translator) {
      translator = memoizing(createTranslator(lang, pickTexts(this.#catalogue, lang, namespaces)));
      this.#made.set(key, translator);
    }
    return translator;
  }
}

function memoizing(translator: I18n): I18n {
  const texts = new Map<string, unknown>();
  const translate = translator.t as (key: unknown, values?: unknown) => unknown;
  const t = (key: unknown, values?: unknown): unknown => {
    const name = cacheKeyOf(key, values);
    if (name === undefined) return translate(key, values);
    let text = texts.get(name);
    if (text === undefined) {
      text = translate(key, values);
      if (texts.size >= MAX_TRANSLATIONS) texts.clear();
      texts.set(name, text);
    }
    return text;
  };
  return Object.assign(Object.create(translator) as I18n, { t: t as TFunction });
}

// The cache key of a call; undefined when a value is an object, which is not cached.
function cacheKeyOf(key: unknown, values: unknown): string | undefined {
  if (typeof key !== 'string') return undefined;
  if (values === undefined) return key;
  if (typeof values !== 'object' || values === null) return undefined;
  for (const value of Object.values(values)) {
    if (typeof value === 'object' && value !== null) return undefined;
  }
  return `${key} ${JSON.stringify(values)}`;
}
