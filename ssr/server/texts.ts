import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '../app/gw/page';
import type { Texts } from '../app/i18n/instance';
import { LANGS, type Lang } from '../app/i18n/lang';

/** All texts of the pages: `{lang: {namespace: entries}}`; read once, shared, never changed. */
export type Locales = Record<Lang, Texts>;

/** Reads `{dir}/{en,zh}/*.json`; a namespace is a file name. @throws Error naming the file that is no JSON */
export function readLocales(dir: string): Locales {
  const catalogue = {} as Locales;
  for (const lang of LANGS) {
    const files = readdirSync(join(dir, lang)).filter((name) => name.endsWith('.json'));
    catalogue[lang] = Object.fromEntries(
      files.map((name) => [name.slice(0, -'.json'.length), readJson(join(dir, lang, name))]),
    );
  }
  return catalogue;
}

/** The named namespaces of one language; unknown names are left out. */
export function pickTexts(catalogue: Locales, lang: Lang, namespaces: Iterable<string>): Texts {
  const picked: Texts = {};
  for (const namespace of namespaces) {
    const entries = catalogue[lang][namespace];
    if (entries) picked[namespace] = entries;
  }
  return picked;
}

/** Replaces texts by those that staff have written for the site; `overrides` has keys such as `hero.title`. */
export function applyOverrides(
  texts: Texts,
  namespace: string,
  overrides: Record<string, string> | undefined,
): Texts {
  if (!overrides || !texts[namespace]) return texts;
  const entries = structuredClone(texts[namespace]);
  for (const [key, text] of Object.entries(overrides)) {
    const path = key.split('.');
    const last = path.pop()!;
    let at: Record<string, unknown> | undefined = entries;
    for (const part of path) at = own(at, part) as Record<string, unknown> | undefined;
    // Only a text that exists is replaced.
    if (typeof own(at, last) === 'string') at![last] = text;
  }
  return { ...texts, [namespace]: entries };
}

/** The overrides of a page and their namespace; undefined without overrides. */
export function overridesOf(
  page: Page | undefined,
): { namespace: string; texts: Record<string, string> } | undefined {
  if (page?.kind !== 'home' || !page.data.words) return undefined;
  return { namespace: 'home', texts: page.data.words };
}

const own = (of: Record<string, unknown> | undefined, name: string): unknown =>
  typeof of === 'object' && Object.hasOwn(of, name) ? of[name] : undefined;

function readJson(file: string): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`, { cause: error });
  }
}
