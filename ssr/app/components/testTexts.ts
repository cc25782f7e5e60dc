import { resolve } from 'node:path';
import type { TFunction } from 'i18next';
import { pickTexts, readLocales } from '../../server/texts';
import { createTranslator } from '../i18n/instance';
import type { Lang } from '../i18n/lang';

const catalogue = readLocales(resolve(__dirname, '../../../shared/locales'));

/** For tests: a translator over the shop's real texts. */
export function translator(lang: Lang) {
  return createTranslator(lang, pickTexts(catalogue, lang, Object.keys(catalogue[lang])));
}

export function texts(lang: Lang): TFunction {
  return translator(lang).t;
}
