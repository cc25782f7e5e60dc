import { createInstance, type i18n as I18n } from 'i18next';
import type { Lang } from './lang';

/** Texts of one language by namespace, as they travel in the payload. */
export type Texts = Record<string, Record<string, unknown>>;

/**
 * A translator of its own for one request (server) or one tab (browser), ready when this returns.
 * Nothing is shared between two calls, so that concurrent requests never see each other's language.
 * A missing namespace or key shows the key.
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
    interpolation: { escapeValue: false },
  });
  return instance;
}

/** Adds the namespaces a navigation brought along, before the page that uses them is rendered. */
export function addTexts(instance: I18n, texts: Texts): void {
  for (const [namespace, entries] of Object.entries(texts)) {
    if (!instance.hasResourceBundle(instance.language, namespace)) {
      instance.addResourceBundle(instance.language, namespace, entries);
    }
  }
}
