import { createInstance, type i18n as I18n } from 'i18next';
import type { Lang } from './lang';
import { number } from './number';

/** Texts of one language by namespace, as in the payload. */
export type Texts = Record<string, Record<string, unknown>>;

/**
 * A translator of its own for one request (server) or one tab (browser), ready when this returns.
 * Nothing is shared between two calls, so that concurrent requests never see each other's language.
 * A missing namespace or key shows the key. Numbers are written as the language writes them: `1,000`.
 */
export function createTranslator(lang: Lang, texts: Texts): I18n {
  const instance = createInstance();
  void instance.init({
    lng: lang,
    fallbackLng: false,
    resources: { [lang]: texts },
    ns: Object.keys(texts),
    defaultNS: 'common',
    initAsync: false,
    interpolation: { escapeValue: false, alwaysFormat: true },
  });
  // i18next's own formatter writes numbers as English does, unless each text says otherwise.
  const { interpolator }: { interpolator: Interpolator } = instance.services;
  interpolator.format = (value) => (typeof value === 'number' ? number(value, lang) : value);
  return instance;
}

type Interpolator = I18n['services']['interpolator'] & { format?(value: unknown): unknown };

/** Adds the namespaces of a payload, before the page that uses them is rendered. */
export function addTexts(instance: I18n, texts: Texts): void {
  for (const [namespace, entries] of Object.entries(texts)) {
    if (!instance.hasResourceBundle(instance.language, namespace)) {
      instance.addResourceBundle(instance.language, namespace, entries);
    }
  }
}
