import { createInstance } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { LANG_CODES, isLang, type Lang } from '../../ssr/app/i18n/lang';

export type { Lang };

// studio.json, the files of areas, studio-AREA.json, and what the shop calls the states of orders; a language is fetched when it is shown.
const FILES = import.meta.glob<{ default: object }>('../../shared/locales/*/{studio*,order}.json');
const STORED = 'studio.lang';

export const i18n = createInstance();

/** Initializes i18next with the language that was chosen last, or else the browser's. */
export async function initI18n(): Promise<void> {
  await i18n.use(initReactI18next).init({
    fallbackLng: false,
    defaultNS: 'studio',
    resources: {},
    interpolation: { escapeValue: false }, // React escapes.
    returnNull: false,
  });
  const stored = localStorage.getItem(STORED);
  await setLanguage(isLang(stored) ? stored : navigator.language.startsWith('zh') ? 'zh' : 'en');
}

/** Returns the language of the Studio. */
export const currentLang = (): Lang => (i18n.language === 'zh' ? 'zh' : 'en');

/** Loads a language's texts, switches the Studio to it and stores the choice in this browser. */
export async function setLanguage(next: Lang): Promise<void> {
  await Promise.all(
    Object.entries(FILES).map(async ([path, load]) => {
      const [, of, namespace] = /([a-z]+)\/([\w-]+)\.json$/.exec(path)!;
      if (of !== next || i18n.hasResourceBundle(next, namespace!)) return;
      i18n.addResourceBundle(next, namespace!, (await load()).default);
    }),
  );
  await i18n.changeLanguage(next);
  document.documentElement.lang = LANG_CODES[next].html;
  localStorage.setItem(STORED, next);
}
