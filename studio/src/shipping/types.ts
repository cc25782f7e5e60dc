/** A way to send a parcel, as it is typed. */
export type Method = {
  code: string;
  nameEn: string;
  nameZh: string;
  amount: string;
  daysMin: string;
  daysMax: string;
  trackingUrl: string;
};

/** Some countries (ISO 3166 codes with blanks between them, none for all others) and the ways to send there. */
export type Zone = { code: string; countries: string; methods: Method[] };

export type Table = {
  site: string;
  sites: { id: string; name: string }[];
  currency: string;
  zone: string;
  zones: Zone[];
  revision: string;
  author: string;
  editedAt: string | null;
};
