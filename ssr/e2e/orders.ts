import { expect } from '@playwright/test';
import { Gateway } from './gateway';
import { newEmail, type Shopper } from './purchase';
import { hydrated } from './test';

// Orders made through the gateway, for tests that begin where an order is. How a shopper makes one is held by the journeys.

const CHARGE = '/gw/cq-ordercharge';
const GOODS = 'jp-3g-7';

type Caller = Pick<Shopper, 'page' | 'lang'>;

/** What is ordered and by whom. */
export type Purchase = {
  goodsId?: string;
  email?: string;
  phone?: string;
  paymentMethod?: 'card' | 'wechat_pay' | 'alipay';
};

export type Order = { orderNo: string; email: string };

/** The gateway as the browser of this shopper calls it. */
export function gatewayOf({ page, lang }: Caller, shop?: string): Gateway {
  return new Gateway(page.request, lang, shop);
}

/** Puts one eSIM into the cart; a plan that asks for it begins on a day. */
export async function addToCart(
  shopper: Caller,
  goodsId = GOODS,
  startDate?: string,
): Promise<void> {
  const item = { ...itemOf(goodsId), ...(startDate && { startDate }) };
  await gatewayOf(shopper).post('/gw/mall/cart/add', item);
}

/** Opens the cart with one eSIM in it. */
export async function openCart(shopper: Caller): Promise<void> {
  await addToCart(shopper);
  await shopper.page.goto(`/${shopper.lang}/cart`);
  await hydrated(shopper.page);
}

/** Places an order for one eSIM, bought right away. */
export async function placeOrder(
  gateway: Gateway,
  { goodsId = GOODS, email = newEmail(), phone, paymentMethod = 'card' }: Purchase = {},
): Promise<Order> {
  const order = { source: 'buyNow', item: itemOf(goodsId) };
  const { orderTotal } = await gateway.post<{ orderTotal: number }>(
    `${CHARGE}/order/doBudget`,
    order,
  );
  const { orderNo } = await gateway.postSealed<{ orderNo: string }>(
    `${CHARGE}/order/encryptSubmit`,
    {
      ...order,
      paymentMethod,
      expectedTotal: orderTotal,
      contact: { firstName: 'Ada', email, ...(phone && { phone }) },
      agree: true,
    },
  );
  return { orderNo, email };
}

function itemOf(goodsId: string) {
  return { goodsId, simType: 'esim', quantity: 1, compatibilityConfirmed: true };
}

/** Pays an order; the provider's webhook may still be pending. */
export async function pay(gateway: Gateway, orderNo: string, card = 'pm_card_visa'): Promise<void> {
  const { clientSecret } = await gateway.post<{ clientSecret: string }>(
    `${CHARGE}/payment/us/create`,
    { orderNo },
  );
  await gateway.confirm(clientSecret, card);
}

/** Buys an eSIM and waits until it is delivered. */
export async function buyEsim(gateway: Gateway, purchase?: Purchase): Promise<Order> {
  const order = await placeOrder(gateway, purchase);
  await pay(gateway, order.orderNo);
  await expect(async () => {
    const { status } = await gateway.get<{ status: string }>(`${CHARGE}/order/detail`, {
      orderNo: order.orderNo,
    });
    expect(status).toBe('completed');
  }).toPass({ timeout: 25_000, intervals: [100] });
  return order;
}

/** A paid order of an eSIM and a SIM card that has not been sent, with the card's price and the freight in cents. */
export async function buyMixed(
  gateway: Gateway,
): Promise<Order & { price: number; freight: number }> {
  const email = newEmail();
  for (const item of [itemOf(GOODS), { goodsId: 'jp-10g-15', simType: 'physical', quantity: 1 }]) {
    await gateway.post('/gw/mall/cart/add', item);
  }
  const address = {
    fullName: 'Ada Lovelace',
    country: 'HK',
    addressLine1: '88 Harbour Road',
    city: 'Hong Kong',
    state: 'Central',
    zipCode: '',
  };
  type Budget = {
    orderTotal: number;
    freightAmount: number;
    shippingMethods: { code: string; amount: number }[];
    lines: { simType: string; lineTotal: number }[];
  };
  const ask = { source: 'cart', destination: 'HK' };
  const { shippingMethods } = await gateway.post<Budget>(`${CHARGE}/order/doBudget`, ask);
  const { code: shippingMethod } = shippingMethods.find(({ amount }) => amount > 0)!;
  const budget = await gateway.post<Budget>(`${CHARGE}/order/doBudget`, { ...ask, shippingMethod });
  const { orderNo } = await gateway.postSealed<{ orderNo: string }>(
    `${CHARGE}/order/encryptSubmit`,
    {
      source: 'cart',
      shippingMethod,
      address,
      paymentMethod: 'card',
      expectedTotal: budget.orderTotal,
      contact: { firstName: 'Ada', email },
      agree: true,
    },
  );
  await pay(gateway, orderNo);
  await expect(async () => {
    const order = await gateway.get<{ status: string }>(`${CHARGE}/order/detail`, { orderNo });
    expect(order.status).toBe('processing');
  }).toPass({ timeout: 25_000, intervals: [100] });
  const { lineTotal } = budget.lines.find(({ simType }) => simType === 'physical')!;
  return { orderNo, email, price: lineTotal, freight: budget.freightAmount };
}

/** The last four characters of the number of an order's eSIM. */
export async function last4Of(gateway: Gateway, orderNo: string): Promise<string> {
  const kit = await gateway.get<{ iccidLast4: string }>('/gw/sim/us/install', { orderNo });
  return kit.iccidLast4;
}

/** The name of an order's eSIM in addresses. */
export async function simIdOf(gateway: Gateway, orderNo: string): Promise<string> {
  return (await gateway.get<{ simId: string }>('/gw/sim/us/install', { orderNo })).simId;
}

/** Buys an eSIM, at another address of the shop if one is given, and opens its install page. Returns the page's path. */
export async function openKit(shopper: Shopper, shop = ''): Promise<string> {
  const { page, lang, t } = shopper;
  const { orderNo } = await buyEsim(gatewayOf(shopper, shop || undefined));
  const path = `/${lang}/my-order/${orderNo}/install`;
  await page.goto(shop + path);
  await expect(page.getByLabel(t('order:install.code'), { exact: true })).toBeVisible();
  return path;
}
