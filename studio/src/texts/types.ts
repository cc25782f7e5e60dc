import type { Lang } from '../i18n';

export const LOCALES = ['en', 'zh'] as const satisfies readonly Lang[];

/** A version, or words that are being written. Version '0' is the shop's files. Times are RFC 3339. */
export type Stamp = { version: string; author: string; at: string };

export type ReviewState = 'draft' | 'in_review' | 'approved' | 'changes_wanted';

export type Schedule = {
  id: string;
  mode: Mode;
  publishAt: string;
  expireAt: string | null;
  state: 'waiting' | 'published' | 'held' | 'cancelled' | 'ended';
  why: string;
  author: string;
  createdAt: string;
};

export type Item = {
  kind: string;
  name: string;
  languages: Record<
    Lang,
    {
      title: string;
      published: Stamp | null;
      handed: Stamp | null;
      writing: Stamp | null;
      behind: boolean;
    }
  >;
  review: ReviewState;
  comments: number;
  schedule: Schedule | null;
};

export type List = {
  texts: Item[];
  sites: { id: string; name: string }[];
  counts: Record<string, number>;
};

/** What becomes of a language in which nothing is new. */
export type Mode = 'both' | 'alone' | 'correction';

export type Draft = {
  locale: Lang;
  source: string;
  revision: string;
  base: string;
  newest: string;
  dirty: boolean;
  author: string;
  at: string | null;
};

/** Lines and columns begin at 1. */
export type Finding = {
  code: string;
  severity: 'error' | 'warning' | 'note';
  params?: Record<string, string | number>;
  line: number;
  column: number;
  length?: number;
  field?: string;
};

export type Side = {
  draft: Draft;
  published: (Stamp & { source: string }) | null;
  handed: Stamp | null;
  behind: boolean;
  findings: Finding[];
  page: string;
  preview: string;
  address: string;
};

export type Comment = {
  id: string;
  locale: Lang | '';
  quote: string;
  body: string;
  author: string;
  createdAt: string;
  resolvedBy: string;
  resolvedAt: string | null;
};

export type Bench = {
  kind: string;
  name: string;
  sides: Record<Lang, Side>;
  review: { state: ReviewState; author: string; at: string | null };
  comments: Comment[];
  schedules: Schedule[];
};

export type Saved = { draft: Draft; findings: Record<Lang, Finding[]> };

export type Presence = {
  others: { author: string; locale: Lang | ''; seenAt: string }[];
  revisions: Record<Lang, string>;
};

export type Aside = { id: string; locale: Lang; source: string; createdAt: string };

export type Receipt = {
  publication: string;
  behind: Lang | '';
  pages: { address: string; milliseconds: number | null; late: boolean }[];
  unknown: boolean;
  /** Texts, as `en/kind/name`, that link to one that was taken away. */
  linked: string[];
};

export type Past = {
  id: string;
  en: string;
  zh: string;
  behind: Lang | '';
  author: string;
  at: string;
  /** How many pages were fresh and late, and after how many milliseconds the last of the fresh ones. */
  pages: { fresh: number; late: number; slowest: number | null } | null;
};

export type SharedLink = {
  id: string;
  author: string;
  createdAt: string;
  until: string;
  revokedBy: string;
  revokedAt: string | null;
  address: string;
  qr: string;
};

/** The path of a text's calls, below `/studio/api`. */
export const textPath = (
  kind: string | undefined,
  name: string | undefined,
  site: string,
  rest = '',
) =>
  `/texts/${encodeURIComponent(kind ?? '')}/${encodeURIComponent(name ?? '')}${rest}${site === '0' ? '' : `?site=${encodeURIComponent(site)}`}`;
