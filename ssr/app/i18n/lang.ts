import { htmlLangs, langIds, langs } from '../../../shared/constants.json';

/** The two languages a page exists in; the first segment of every page URL. */
export type Lang = 'en' | 'zh';

export const LANGS: readonly Lang[] = ['en', 'zh'];

/** What each language is called elsewhere: `<html lang>`, Open Graph, the gateway's `lang` and `langId`. */
export const LANG_FACTS: Record<Lang, { html: string; locale: string; langId: number }> = {
  en: { html: htmlLangs.en, locale: langs.en, langId: langIds.en },
  zh: { html: htmlLangs.zh, locale: langs.zh, langId: langIds.zh },
};

/** Whether a text from outside is one of the two languages. */
export function isLang(value: unknown): value is Lang {
  return value === 'en' || value === 'zh';
}

/** Language of a page path; English when the path has no language prefix. */
export function langOfPath(pathname: string): Lang {
  const first = pathname.split('/', 2)[1];
  return isLang(first) ? first : 'en';
}
