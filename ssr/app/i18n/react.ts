import type { i18n as I18n, TFunction } from 'i18next';
import { createContext, useContext } from 'react';

/** Holds the translator of this request or tab; see `createTranslator`. */
export const TranslatorContext = createContext<I18n | null>(null);

/**
 * The translator of the page. Its texts are loaded before the page is rendered and its language never changes, so there is nothing
 * to subscribe to or to wait for.
 * @returns `t('namespace:key', values)`, the same function at every render
 * @throws Error outside `Providers`
 */
export function useTranslation(): { t: TFunction; language: string } {
  const translator = useContext(TranslatorContext);
  if (!translator) throw new Error('useTranslation outside Providers');
  return translator;
}
