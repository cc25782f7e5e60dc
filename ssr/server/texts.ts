import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Texts } from '../app/i18n/instance';
import { LANGS, type Lang } from '../app/i18n/lang';

/** All texts of the pages: `{lang: {namespace: entries}}`; read once, shared, never changed. */
export type Catalogue = Record<Lang, Texts>;

/** Reads `{dir}/{en,zh}/*.json`; a namespace is a file name. @throws Error naming the file that is no JSON */
export function readCatalogue(dir: string): Catalogue {
  const catalogue = {} as Catalogue;
  for (const lang of LANGS) {
    const files = readdirSync(join(dir, lang)).filter((name) => name.endsWith('.json'));
    catalogue[lang] = Object.fromEntries(
      files.map((name) => [name.slice(0, -'.json'.length), readJson(join(dir, lang, name))]),
    );
  }
  return catalogue;
}

/** The named namespaces of one language; unknown names are left out. */
export function pickTexts(catalogue: Catalogue, lang: Lang, namespaces: Iterable<string>): Texts {
  const picked: Texts = {};
  for (const namespace of namespaces) {
    const entries = catalogue[lang][namespace];
    if (entries) picked[namespace] = entries;
  }
  return picked;
}

function readJson(file: string): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`, { cause: error });
  }
}
