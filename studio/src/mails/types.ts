import type { Lang } from '../i18n';

export type Item = { kind: string; own: number; author: string; at: string | null };

/** A built-in text of a mail; `fixed` ones cannot be changed. */
export type Sentence = {
  key: string;
  built: Record<Lang, string>;
  fixed: boolean;
  placeholders: string[];
};

/** The texts that differ from those of the shop, by key. */
export type Body = Record<string, Record<Lang, string>>;

export type Finding = { code: string; key: string; locale: Lang | ''; about: unknown };

export type Version = { id: string; body: Body; author: string; at: string };

export type Mail = {
  kind: string;
  texts: Sentence[];
  own: Body;
  revision: string;
  findings: Finding[];
  versions: Version[];
  /** Where a test mail goes, "" where the shop sends none. */
  to: string;
};

export type RenderedMail = { subject: string; html: string; text: string; findings: Finding[] };
