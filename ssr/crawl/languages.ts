export type Lang = 'en' | 'zh';

/** Returns the texts in the wrong language: Chinese on an English page, English sentences on a Chinese one. */
export function foreign(texts: string[], lang: Lang): string[] {
  return texts.filter(lang === 'en' ? isChinese : isEnglishSentence);
}

function isChinese(text: string): boolean {
  return /\p{Script=Han}/u.test(text);
}

// Four words in a row. Names of phones, places and menus are written with capitals, sentences are not.
function isEnglishSentence(text: string): boolean {
  const runs = text.match(/[A-Za-z][A-Za-z’'-]*(?:[ ,]+[A-Za-z][A-Za-z’'-]*){3,}/g) ?? [];
  return runs.some((run) => run.split(/[ ,]+/).filter((word) => /^[a-z]/.test(word)).length >= 2);
}
