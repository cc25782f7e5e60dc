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

/** The content of a block; only the field of its kind is set. */
export type Body = {
  menu?: Entry[];
  words?: Record<string, Text>;
  /** `from` and `until` are in the time zone of the site (`2026-12-01T00:00`); without them the banner is always shown. */
  banner?: { text: Text; link: string; from?: string; until?: string };
};

export type DraftInfo = { author: string; at: string };

export type Item = {
  site: string;
  name: string;
  kind: Kind;
  own: boolean;
  draft: DraftInfo | null;
};

export type Finding = {
  code: string;
  field: string;
  locale: Lang | '';
  found: string;
  max: number;
};

export type BlockDetail = {
  site: string;
  name: string;
  zone: string;
  kind: Kind;
  body: Body;
  shown: Body;
  own: boolean;
  draft: DraftInfo | null;
  revision: string;
  findings: Finding[];
  icons: string[];
  words: { key: string; files: Text }[];
};

export type Version = DraftInfo & { id: string; body: Body };
