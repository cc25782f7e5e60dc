import { isLang, type Lang } from '../i18n/lang';

export type Query = Record<string, string | number | boolean | readonly string[] | undefined>;

/**
 * Every page URL of the shop, `/{lang}/...`. Nothing else builds one.
 * Query values that are undefined or empty are left out; lists are joined with commas.
 */
export const paths = {
  home: (lang: Lang) => at(lang, 'home'),
  listing: (lang: Lang, query?: Query) => at(lang, 'travel-card/listing', query),
  group: (lang: Lang, group: string, query?: Query) => at(lang, `travel-card/${seg(group)}`, query),
  detail: (lang: Lang, group: string, goodsId: string) =>
    at(lang, `travel-card/${seg(group)}/${seg(goodsId)}`),
  destination: (lang: Lang, code: string) =>
    at(lang, `travel-card/destination/${seg(code.toLowerCase())}`),
  compare: (lang: Lang, query?: Query) => at(lang, 'travel-card/compare', query),
  which: (lang: Lang, query?: Query) => at(lang, 'travel-card/which', query),
  esim: (lang: Lang, query?: Query) => at(lang, 'esim', query),
  esimModule: (lang: Lang) => at(lang, 'esim/module'),
  cart: (lang: Lang) => at(lang, 'cart'),
  order: (lang: Lang, query?: Query) => at(lang, 'order', query),
  payment: (lang: Lang, orderNo: string) => at(lang, `payment/${seg(orderNo)}`),
  track: (lang: Lang, query?: Query) => at(lang, 'my-order', query),
  install: (lang: Lang, orderNo: string) => at(lang, `my-order/${seg(orderNo)}/install`),
  orderSims: (lang: Lang, orderNo: string, query?: Query) =>
    at(lang, `my-order/${seg(orderNo)}/sims`, query),
  orderDetail: (lang: Lang, orderNo: string) => at(lang, `my-order/${seg(orderNo)}`),
  login: (lang: Lang, redirect?: string, query?: Query) =>
    at(lang, 'login', { redirect, ...query }),
  signup: (lang: Lang, query?: Query) => at(lang, 'signup', query),
  forgotPassword: (lang: Lang, query?: Query) => at(lang, 'forgot-password', query),
  account: (lang: Lang, query?: Query) => at(lang, 'my-account', query),
  accountOrders: (lang: Lang, query?: Query) => at(lang, 'my-account/orders', query),
  accountSims: (lang: Lang, query?: Query) => at(lang, 'my-account/sims-info', query),
  accountRewards: (lang: Lang, query?: Query) => at(lang, 'my-account/rewards', query),
  accountDelete: (lang: Lang) => at(lang, 'my-account/delete-account'),
  service: (lang: Lang, name: string) => at(lang, `services/${seg(name)}`),
  terms: (lang: Lang, name: string) => at(lang, `terms/${seg(name)}`),
  faq: (lang: Lang, query?: Query) => at(lang, 'faq', query),
  contact: (lang: Lang) => at(lang, 'contact'),
  whyUs: (lang: Lang) => at(lang, 'why-us'),
  testPayment: (lang: Lang) => at(lang, 'test/payment'),
  testStripe: (lang: Lang) => at(lang, 'test/stripe-server-demo'),
} as const;

/** Adds `lang` as a prefix to a path that has no language. */
export function localizedPath(lang: Lang, path: string): string {
  return isPagePath(path) ? path : `/${lang}${path === '/' ? '/home' : path}`;
}

/** Whether a target is one of our own pages (and so a client navigation): `/en`, `/zh/...`. */
export function isPagePath(target: string): boolean {
  return target.startsWith('/') && isLang(target.split(/[/?#]/, 2)[1]);
}

/** Where to go after a login: `redirect` of the page's URL, when it is one of our own pages. */
export function redirectPathOf(url: URL): string | undefined {
  const to = url.searchParams.get('redirect') ?? '';
  return isPagePath(to) && !/[\\\s]/.test(to) ? to : undefined;
}

const seg = encodeURIComponent;

function at(lang: Lang, path: string, query?: Query): string {
  if (!query) return `/${lang}/${path}`;
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    const text = Array.isArray(value) ? value.join(',') : value === undefined ? '' : String(value);
    if (text !== '') search.set(name, text);
  }
  // Commas are legal in a query and far easier to read than %2C.
  const tail = search.toString().replaceAll('%2C', ',');
  return `/${lang}/${path}${tail && `?${tail}`}`;
}
