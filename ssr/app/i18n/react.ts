import type { i18n as I18n, TFunction } from 'i18next';
import { createContext, useContext } from 'react';

/** Holds the translator of this request or tab; see `createTranslator`. */
export const TranslatorContext = createContext<I18n | null>(null);

/**
 * The texts of the page. They are there before a page is rendered and its language never changes, so
 * nothing is subscribed to, waited for or loaded here.
 * @returns `t('namespace:key', values)`, the same function at every render
 * @throws Error outside `Providers`
 */
export function useTranslation(): { t: TFunction; language: string } {
  const translator = useContext(TranslatorContext);
  if (!translator) throw new Error('texts are asked for outside Providers');
  return translator;
}
