import type { Lang } from '../i18n';

export type Kind = 'product' | 'group' | 'destination';

/** A page of a site, as search engines show it in the language of the Studio. */
export type Item = {
  kind: Kind;
  code: string;
  name: string;
  title: string;
  description: string;
  own: boolean;
  cut: boolean;
};

export type List = {
  site: string;
  sites: { id: string; name: string }[];
  pages: Item[];
  counts: Record<string, number>;
};

export const FIELDS = ['titleEn', 'titleZh', 'descriptionEn', 'descriptionZh'] as const;
export type FieldName = (typeof FIELDS)[number];
/** Titles and descriptions set by staff; "" keeps the generated one. */
export type TitleOverrides = Record<FieldName, string>;

type Text = { title: string; description: string };

/** A page of a site in a language; `below` is the fallback when the site has no title or description of its own. */
export type PageSnippet = {
  address: string;
  name: string;
  generated: Text;
  below: Text;
  values: Record<string, string>;
  suffix: string;
};

/** The titles and descriptions at a site, or at all sites when `id` is "0". */
export type TitlesAtSite = {
  id: string;
  name: string;
  own: TitleOverrides;
  revision: string;
  author: string;
  at: string | null;
  pages: Partial<Record<Lang, PageSnippet>>;
};

export type TitledPage = {
  kind: Kind;
  code: string;
  placeholders: string[];
  sites: TitlesAtSite[];
};

export type Finding = {
  code: string;
  field: FieldName;
  params: Record<string, unknown> | null;
  advice: boolean;
};

/** A page that shows the saved title, and after how many milliseconds. */
export type RefreshedPage = { address: string; milliseconds: number | null; late: boolean };
