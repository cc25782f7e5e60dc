import type { APIRequest, BrowserContext } from '@playwright/test';
import { newestSim, registerCustomer } from './customers';
import { Gateway } from './gateway';
import { buyEsim, placeOrder } from './orders';
import type { Shopper } from './purchase';
import { test as base } from './test';

type Cookies = Parameters<BrowserContext['addCookies']>[0];

/** A visitor whom the shop recognises by these cookies. */
type Visitor = { cookies: Cookies };

/**
 * Creates visitors with data in the shop through the gateway, each once per worker and when a test first needs it. A test that
 * changes one creates its own (customers.ts, orders.ts).
 */
export class Visitors {
  readonly #http: APIRequest;

  constructor(http: APIRequest) {
    this.#http = http;
  }

  /** A guest with an order that is not paid and one whose eSIM is delivered. */
  readonly guest = this.#once(async (gateway) => {
    const { orderNo: unpaid } = await placeOrder(gateway);
    const { orderNo: delivered } = await buyEsim(gateway);
    return { unpaid, delivered };
  });

  /** A customer who has bought nothing. */
  readonly newcomer = this.#once(async (gateway) => ({ email: await registerCustomer(gateway) }));

  /** A customer with a delivered eSIM that has to be registered, and an order that is not paid. */
  readonly customer = this.#once(async (gateway) => {
    const email = await registerCustomer(gateway);
    await buyEsim(gateway, { goodsId: 'th-15g-8v', email });
    const { orderNo: unpaid } = await placeOrder(gateway, { email });
    return { unpaid, simId: (await newestSim(gateway)).simId };
  });

  /** A customer who had an eSIM delivered as a guest, under the address of the account. */
  readonly formerGuest = this.#once(async (gateway) => {
    const { email } = await buyEsim(gateway);
    await registerCustomer(gateway, email);
    return {};
  });

  // Memoizes: further calls return the visitor of the first one.
  #once<T>(make: (gateway: Gateway) => Promise<T>): () => Promise<T & Visitor> {
    let made: Promise<T & Visitor> | undefined;
    return () => (made ??= this.#visit(make));
  }

  async #visit<T>(make: (gateway: Gateway) => Promise<T>): Promise<T & Visitor> {
    const request = await this.#http.newContext();
    const made = await make(new Gateway(request));
    const { cookies } = await request.storageState();
    await request.dispose();
    return { ...made, cookies };
  }
}

/** The shop's test with the visitors of its worker. */
export const test = base.extend<object, { visitors: Visitors }>({
  visitors: [
    async ({ playwright }, use) => use(new Visitors(playwright.request)),
    { scope: 'worker' },
  ],
});

/** Gives the browser the cookies of a visitor. */
export async function actAs({ page }: Shopper, { cookies }: Visitor): Promise<void> {
  await page.context().addCookies(cookies);
}
