import type { Lang } from '../i18n';

export const LOCALES = ['en', 'zh'] as const satisfies readonly Lang[];

export type Kind = 'menu' | 'home' | 'banner';
export type Text = Record<Lang, string>;

export type Entry = {
  name: Text;
  icon: string;
  link: string;
  newTab: boolean;
  withLanguage: boolean;
};

/** Of its fields that of the kind is set. */
export type Body = {
  menu?: Entry[];
  words?: Record<string, Text>;
  /** Moments are local, `2026-12-01T00:00` by the clocks of the site; none for always. */
  banner?: { text: Text; link: string; from?: string; until?: string };
};

export type Stamp = { author: string; at: string };

export type Item = { site: string; name: string; kind: Kind; own: boolean; draft: Stamp | null };

export type Finding = {
  code: string;
  field: string;
  locale: Lang | '';
  found: string;
  max: number;
};

export type Bench = {
  site: string;
  name: string;
  zone: string;
  kind: Kind;
  body: Body;
  shown: Body;
  own: boolean;
  draft: Stamp | null;
  revision: string;
  findings: Finding[];
  icons: string[];
  words: { key: string; files: Text }[];
};

export type Version = Stamp & { id: string; body: Body };
