import type { Lang } from '../i18n';

export const LOCALES = ['en', 'zh'] as const satisfies readonly Lang[];

/** The number, author and time of a version or a draft. Version '0' is the shop's files. Times are RFC 3339. */
export type VersionInfo = { version: string; author: string; at: string };

export type ReviewState = 'draft' | 'in_review' | 'approved' | 'changes_wanted';

export type Schedule = {
  id: string;
  mode: PublishMode;
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
      published: VersionInfo | null;
      handed: VersionInfo | null;
      writing: VersionInfo | null;
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

/** How a publication treats a language without changes. */
export type PublishMode = 'both' | 'alone' | 'correction';

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

export type LanguageState = {
  draft: Draft;
  published: (VersionInfo & { source: string }) | null;
  handed: VersionInfo | null;
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

export type TextDetail = {
  kind: string;
  name: string;
  sides: Record<Lang, LanguageState>;
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
  /** Texts (`en/kind/name`) that link to one that was unpublished. */
  linked: string[];
};

export type Publication = {
  id: string;
  en: string;
  zh: string;
  behind: Lang | '';
  author: string;
  at: string;
  /** The number of pages that showed it in time and late, and the milliseconds until the slowest in time. */
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
