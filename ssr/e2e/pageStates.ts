import { requestSignUpCode } from './account';
import { actAs, type Visitors } from './fixtures';
import { addToCart, buyEsim, gatewayOf, simIdOf } from './orders';
import { buyNowPath, newEmail, openCardForm, type Shopper } from './purchase';
import { expect } from './test';
import { buyAndUseEsim } from './sims';

/** A kind of page in one state. */
export type PageState = {
  /** Prepares the visitor and returns the page's path below the language. */
  at: (shopper: Shopper, visitors: Visitors) => string | Promise<string>;
  /** An action after the page is open, which works before the application runs. */
  press?: (shopper: Shopper) => Promise<void>;
  /** Brings the running application into the state, or waits for it. */
  ready?: (shopper: Shopper) => Promise<void>;
};

/** The name of the state for an address without a page. */
export const NOT_FOUND = 'page not found';

/** Every kind of page in each state that looks different, by kind and name. */
export const PAGE_STATES: Record<string, Record<string, PageState>> = {
  home: { home: at('home') },
  listing: {
    listing: at('travel-card/listing'),
    'empty listing': at('travel-card/listing?countries=JP,FR&days=lt7&voice=yes&data=gt20'),
  },
  group: { group: at('travel-card/europe?simType=esim&sort=2') },
  detail: {
    plan: at('travel-card/asia/jp-10g-15'),
    'monthly plan': at('travel-card/monthly/m-hk-30g'),
  },
  destination: { destination: at('travel-card/destination/jp') },
  compare: {
    comparison: at('travel-card/compare?plans=jp-10g-15,jp-3g-7,hk-30g-30v'),
    'nothing to compare': at('travel-card/compare?plans=gone'),
  },
  which: {
    'which plan': at('travel-card/which'),
    'plans for a trip': at('travel-card/which?countries=HR,JP,TH&days=10&habits=maps'),
  },
  esim: { esim: at('esim') },
  esim_module: { 'install guide': at('esim/module') },
  cart: {
    'empty cart': at('cart'),
    cart: {
      at: (shopper) => addToCart(shopper).then(() => 'cart'),
      ready: ({ page, t }) =>
        expect(page.getByRole('button', { name: t('cart:checkout') })).toBeVisible(),
    },
  },
  order: {
    checkout: at(buyNowPath()),
    'checkout with address': {
      at: () => 'order?buyNow=jp-10g-15&simType=physical&quantity=1',
      ready: ({ page, t }) =>
        expect(page.getByRole('group', { name: t('checkout:address.title') })).toBeVisible(),
    },
  },
  payment: {
    payment: { at: ofGuest(({ unpaid }) => `payment/${unpaid}`), ready: openCardForm },
    'paid payment': {
      at: ofGuest(({ delivered }) => `payment/${delivered}`),
      ready: ({ page, t }) =>
        expect(page.getByText(t('payment:state.success.title'), { exact: true })).toBeVisible(),
    },
  },
  track: { track: at('my-order') },
  order_detail: {
    'order not paid': {
      at: ofGuest(({ unpaid }) => `my-order/${unpaid}`),
      ready: ({ page, t }) =>
        expect(page.getByText(t('order:next.pay.title'), { exact: true })).toBeVisible(),
    },
    order: {
      at: ofGuest(({ delivered }) => `my-order/${delivered}`),
      ready: ({ page, t }) =>
        expect(
          page.getByRole('link', { name: t('server:sim.timeline.install.action') }),
        ).toBeVisible(),
    },
  },
  install: {
    install: {
      at: ofGuest(({ delivered }) => `my-order/${delivered}/install`),
      ready: ({ page, t }) =>
        expect(page.getByLabel(t('order:install.code'), { exact: true })).toBeVisible(),
    },
  },
  order_sims: {
    'SIMs of an order': {
      at: ofGuest(({ delivered }) => `my-order/${delivered}/sims`),
      ready: ({ page, t }) =>
        expect(page.getByRole('heading', { name: t('sims:topUp.title') })).toBeVisible(),
    },
  },
  reissue: {
    'new eSIM': {
      at: async (shopper) => {
        const gateway = gatewayOf(shopper);
        const { orderNo } = await buyEsim(gateway);
        return `reissue/${await simIdOf(gateway, orderNo)}`;
      },
      ready: ({ page, t }) =>
        expect(page.getByRole('button', { name: t('reissue:submit') })).toBeVisible(),
    },
  },
  review: {
    'review of an order': {
      at: async (shopper) => `my-order/${await buyAndUseEsim(shopper)}/review`,
      ready: ({ page, t }) =>
        expect(page.getByRole('button', { name: t('review:submit') })).toBeVisible(),
    },
  },
  login: {
    login: at('login'),
    'login by phone': {
      at: () => 'login',
      press: ({ page, t }) =>
        page.getByRole('radio', { name: t('auth:login.byPhone') }).check({ force: true }),
    },
  },
  signup: {
    'sign-up': at('signup?referral=FRIEND1'),
    'sign-up code': {
      at: () => 'signup',
      ready: (shopper) => requestSignUpCode(shopper, newEmail()),
    },
  },
  forgot_password: { 'forgotten password': at('forgot-password') },
  account: { account: ofNewcomer(''), 'account, new address': ofNewcomer('?edit=new') },
  account_orders: {
    'no orders': ofNewcomer('/orders'),
    orders: {
      at: ofCustomer(() => 'my-account/orders'),
      ready: ({ page, t }) =>
        expect(
          page.getByRole('heading', { name: t('account:orders.number', { orderNo: '' }) }),
        ).not.toHaveCount(0),
    },
    'orders of a guest': {
      at: async (shopper, visitors) => {
        await actAs(shopper, await visitors.formerGuest());
        return 'my-account/orders';
      },
      ready: ({ page, t }) =>
        expect(page.getByRole('button', { name: t('account:claim.add') })).toBeVisible(),
    },
  },
  account_sims: {
    'no SIMs': ofNewcomer('/sims-info'),
    'a SIM': {
      at: ofCustomer(({ simId }) => `my-account/sims-info?simId=${simId}`),
      ready: ({ page }) => expect(page.locator('#real-name')).toBeVisible(),
    },
  },
  account_rewards: { rewards: ofNewcomer('/rewards') },
  account_delete: { 'delete account': ofNewcomer('/delete-account') },
  service: { service: at('services/delivery') },
  terms: { terms: at('terms/privacy-policy') },
  faq: { faq: at('faq'), 'faq search': at('faq?keyword=zzzz') },
  contact: { contact: at('contact') },
  why_us: { 'why us': at('why-us') },
  test_payment: { 'payment test': at('test/payment') },
  test_stripe: { 'payment server test': at('test/stripe-server-demo') },
  not_found: { [NOT_FOUND]: at('no-such-page') },
};

function at(path: string): PageState {
  return { at: () => path };
}

type Made<K extends 'guest' | 'customer'> = Awaited<ReturnType<Visitors[K]>>;

function ofGuest(path: (guest: Made<'guest'>) => string): PageState['at'] {
  return async (shopper, visitors) => {
    const guest = await visitors.guest();
    await actAs(shopper, guest);
    return path(guest);
  };
}

function ofCustomer(path: (customer: Made<'customer'>) => string): PageState['at'] {
  return async (shopper, visitors) => {
    const customer = await visitors.customer();
    await actAs(shopper, customer);
    return path(customer);
  };
}

function ofNewcomer(path: string): PageState {
  return {
    at: async (shopper, visitors) => {
      await actAs(shopper, await visitors.newcomer());
      return `my-account${path}`;
    },
    ready: ({ page }) =>
      expect(page).toHaveURL(new RegExp(`/my-account${path.replace('?', '\\?')}$`)),
  };
}

/** Loads the document of a page in a state, and returns its HTTP status. */
export async function openPageState(
  shopper: Shopper,
  place: PageState,
  visitors: Visitors,
): Promise<number> {
  const { page, lang } = shopper;
  const path = await place.at(shopper, visitors);
  const answer = await page.goto(`/${lang}/${path}`);
  await place.press?.(shopper);
  return answer!.status();
}
