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
/** What staff say; "" stands for what is generated. */
export type Words = Record<FieldName, string>;

type Text = { title: string; description: string };

/** A page of a site in a language; `below` is shown while the site says nothing itself. */
export type Shown = {
  address: string;
  name: string;
  generated: Text;
  below: Text;
  values: Record<string, string>;
  suffix: string;
};

/** What staff say at a site, or at all, where `id` is "0". */
export type AtSite = {
  id: string;
  name: string;
  own: Words;
  revision: string;
  author: string;
  at: string | null;
  pages: Partial<Record<Lang, Shown>>;
};

export type TitledPage = {
  kind: Kind;
  code: string;
  placeholders: string[];
  sites: AtSite[];
};

export type Finding = {
  code: string;
  field: FieldName;
  params: Record<string, unknown> | null;
  advice: boolean;
};

/** Which pages show what was saved, and after how many milliseconds. */
export type Fresh = { address: string; milliseconds: number | null; late: boolean };
