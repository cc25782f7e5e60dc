import { htmlLangs, langIds, langs } from '../../../shared/constants.json';

/** The two languages a page exists in; the first segment of every page URL. */
export type Lang = 'en' | 'zh';

export const LANGS: readonly Lang[] = ['en', 'zh'];

/** The codes of each language in `<html lang>`, in Open Graph and the gateway's `lang`, and in its `langId`. */
export const LANG_CODES: Record<Lang, { html: string; locale: string; langId: number }> = {
  en: { html: htmlLangs.en, locale: langs.en, langId: langIds.en },
  zh: { html: htmlLangs.zh, locale: langs.zh, langId: langIds.zh },
};

/** Whether a text from outside is one of the two languages. */
export function isLang(value: unknown): value is Lang {
  return value === 'en' || value === 'zh';
}

/** Language of a page path; English when the path has no language prefix. */
export function langOfPath(pathname: string): Lang {
  const end = pathname.indexOf('/', 1);
  const first = pathname.slice(1, end < 0 ? undefined : end);
  return pathname.startsWith('/') && isLang(first) ? first : 'en';
}
