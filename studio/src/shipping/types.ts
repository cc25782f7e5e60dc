/** A shipping method, as it is typed. */
export type Method = {
  code: string;
  nameEn: string;
  nameZh: string;
  amount: string;
  daysMin: string;
  daysMax: string;
  trackingUrl: string;
};

/** A shipping zone: its countries (ISO 3166 codes separated by spaces, empty for all others) and its shipping methods. */
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
