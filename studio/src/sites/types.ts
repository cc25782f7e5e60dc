export type MissingItem = { code: string; count: number; blocks: boolean };

/** A site. Times are RFC 3339; `address` is empty while it is hidden. */
export type Site = {
  id: string;
  code: string;
  name: string;
  icon: string;
  currency: string;
  zone: string;
  host: string;
  address: string;
  /** Staff have created it; other sites come with the shop. */
  own: boolean;
  hidden: boolean;
  source: string;
  author: string;
  madeAt: string | null;
  openedBy: string;
  openedAt: string | null;
  revision: string;
  lacks: MissingItem[];
};

export type Currency = { code: string; methods: string[] };

/** Country codes of phone numbers, by the country. */
export type PhoneCodes = Record<string, string>;

export type List = {
  sites: Site[];
  currencies: Currency[];
  methods: string[];
  phoneCodes: PhoneCodes;
};

/** What staff can change of a site. */
export type Details = {
  nameEn: string;
  nameZh: string;
  brand: string;
  locale: string;
  supportEmail: string;
  hotline: string;
  phoneCountry: string;
  company: string;
  addressEn: string;
  addressZh: string;
  methods: string[];
};

export type SiteDetail = {
  site: Site;
  details: Details;
  methods: string[];
  currencies: Currency[];
  phoneCodes: PhoneCodes;
};

/** A site that was created, or the preview of one; `price` is empty for a plan without one. */
export type CreatedSite = {
  id: string;
  host: string;
  source: string;
  plans: { id: string; name: string; was: string; price: string }[];
  entries: number;
  parts: number;
  texts: number;
  ways: number;
  lacks: MissingItem[];
};
