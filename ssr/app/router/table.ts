import { Component, handle } from '../routes/not_found';
import type { PageModule } from './module';
import type { PageKind } from '../gw/page';

/** A page kind with its path below `/:lang` and its route module, which must be one for that kind. */
export type TableRow = { [K in PageKind]: Row<K> }[PageKind];

type Row<K extends PageKind> = {
  kind: K;
  path: string;
  load: () => Promise<PageModule<K>>;
  /** Name of the file in `routes/` when it is not the kind's; empty: no chunk of its own. */
  file?: string;
};

/**
 * The route table: the same kinds and paths as the page table of the front door (a test holds the two
 * against each other). Order does not matter: React Router ranks static segments above parameters.
 */
export const TABLE: readonly TableRow[] = [
  { kind: 'home', path: 'home', load: () => import('../routes/home') },
  { kind: 'listing', path: 'travel-card/listing', load: () => import('../routes/listing') },
  {
    kind: 'group',
    path: 'travel-card/:group',
    load: () => import('../routes/listing'),
    file: 'listing',
  },
  {
    kind: 'destination',
    path: 'travel-card/destination/:country',
    load: () => import('../routes/destination'),
  },
  { kind: 'compare', path: 'travel-card/compare', load: () => import('../routes/compare') },
  { kind: 'which', path: 'travel-card/which', load: () => import('../routes/which') },
  { kind: 'detail', path: 'travel-card/:group/:goodsId', load: () => import('../routes/detail') },
  { kind: 'esim', path: 'esim', load: () => import('../routes/esim') },
  { kind: 'esim_module', path: 'esim/module', load: () => import('../routes/esim_module') },
  { kind: 'cart', path: 'cart', load: () => import('../routes/cart') },
  { kind: 'order', path: 'order', load: () => import('../routes/order') },
  { kind: 'payment', path: 'payment/:orderNo', load: () => import('../routes/payment') },
  { kind: 'track', path: 'my-order', load: () => import('../routes/track') },
  { kind: 'order_detail', path: 'my-order/:orderNo', load: () => import('../routes/order_detail') },
  { kind: 'install', path: 'my-order/:orderNo/install', load: () => import('../routes/install') },
  {
    kind: 'order_sims',
    path: 'my-order/:orderNo/sims',
    load: () => import('../routes/order_sims'),
  },
  { kind: 'review', path: 'my-order/:orderNo/review', load: () => import('../routes/review') },
  { kind: 'reissue', path: 'reissue/:simId', load: () => import('../routes/reissue') },
  { kind: 'login', path: 'login', load: () => import('../routes/login') },
  { kind: 'signup', path: 'signup', load: () => import('../routes/signup') },
  {
    kind: 'forgot_password',
    path: 'forgot-password',
    load: () => import('../routes/forgot_password'),
  },
  { kind: 'account', path: 'my-account', load: () => import('../routes/account') },
  {
    kind: 'account_orders',
    path: 'my-account/orders',
    load: () => import('../routes/account_orders'),
  },
  {
    kind: 'account_sims',
    path: 'my-account/sims-info',
    load: () => import('../routes/account_sims'),
  },
  {
    kind: 'account_rewards',
    path: 'my-account/rewards',
    load: () => import('../routes/account_rewards'),
  },
  {
    kind: 'account_delete',
    path: 'my-account/delete-account',
    load: () => import('../routes/account_delete'),
  },
  { kind: 'service', path: 'services/:serviceName', load: () => import('../routes/service') },
  { kind: 'terms', path: 'terms/:termsName', load: () => import('../routes/terms') },
  { kind: 'faq', path: 'faq', load: () => import('../routes/faq') },
  { kind: 'contact', path: 'contact', load: () => import('../routes/contact') },
  { kind: 'why_us', path: 'why-us', load: () => import('../routes/why_us') },
  { kind: 'test_payment', path: 'test/payment', load: () => import('../routes/test_payment') },
  {
    kind: 'test_stripe',
    path: 'test/stripe-server-demo',
    load: () => import('../routes/test_stripe'),
  },
  // Part of the application chunk: any URL may turn out not to exist.
  { kind: 'not_found', path: '*', load: () => Promise.resolve({ Component, handle }), file: '' },
];
