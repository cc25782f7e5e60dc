import { LANGS, LANG_CODES, isLang } from '../i18n/lang';

/**
 * Puts the document's language before an address that has none, such as that of a page that does not exist: the application
 * knows only addresses with a language.
 */
export function localizeAddress(): void {
  const { pathname, search, hash } = location;
  if (isLang(pathname.split('/')[1])) return;
  const lang = LANGS.find((each) => LANG_CODES[each].html === document.documentElement.lang)!;
  history.replaceState(history.state, '', `/${lang}${pathname}${search}${hash}`);
}
