import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export type Lang = 'en' | 'zh';

/** Returns the texts in the wrong language: Chinese on an English page, English sentences and labels on a Chinese one. */
export function inWrongLanguage(texts: string[], lang: Lang): string[] {
  if (lang === 'en') return texts.filter(isChinese);
  return texts.filter((text) => isEnglishSentence(text) || englishLabels().has(text.trim()));
}

function isChinese(text: string): boolean {
  return /\p{Script=Han}/u.test(text);
}

// Three words in a row. Names of phones, places and menus are written with capitals, sentences are not.
function isEnglishSentence(text: string): boolean {
  const runs = text.match(/[A-Za-z][A-Za-z’'-]*(?:[ ,]+[A-Za-z][A-Za-z’'-]*){2,}/g) ?? [];
  return runs.some((run) => run.split(/[ ,]+/).filter((word) => /^[a-z]+$/.test(word)).length >= 2);
}

/** Brands that have a Chinese name as well, and are shown by theirs. */
const NAMES = ['Mastercard'];

let labels: ReadonlySet<string> | undefined;

/** What the shop's own texts say in English and in no Chinese one, "Cart" among them. */
function englishLabels(): ReadonlySet<string> {
  if (labels) return labels;
  const chinese = new Set(localeTexts('zh'));
  const english = localeTexts('en').filter((text) => /^[A-Z]/.test(text) && !NAMES.includes(text));
  labels = new Set(english.filter((text) => !chinese.has(text)));
  return labels;
}

function localeTexts(lang: Lang): string[] {
  // Both kinds of tests run from the root of the repository.
  const folder = join('shared/locales', lang);
  return readdirSync(folder).flatMap((file) =>
    textsIn(JSON.parse(readFileSync(join(folder, file), 'utf8'))),
  );
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
