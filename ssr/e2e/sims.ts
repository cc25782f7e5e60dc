import { expect, type APIRequestContext } from '@playwright/test';
import { openPage } from './account';
import { newestSim, type Sim } from './customers';
import { buyEsim, gatewayOf, last4Of } from './orders';
import {
  CARD,
  openCardForm,
  orderNoOf,
  expectPaid,
  payWith,
  placeButton,
  reloadUntil,
  type Shopper,
} from './purchase';

type Line = { ref: string; iccid: string };

/** Waits for the carrier's newest SIM whose ICCID ends with these digits. */
export async function carrierSimOf(request: APIRequestContext, last4: string): Promise<Line> {
  let found: Line | undefined;
  // A SIM of the pool is made known to its carrier by a job, shortly after it was delivered.
  await expect(async () => {
    const answer = await request.get('/sandbox/carrier/control/lines');
    const { lines } = (await answer.json()) as { lines: Line[] };
    found = lines.find(({ iccid }) => iccid.endsWith(last4));
    expect(found, `a SIM ending ${last4}`).toBeDefined();
  }).toPass({ timeout: 10_000 });
  return found!;
}

/** Simulates an event of the phone or the network for a SIM. */
export async function simulatePhone(
  request: APIRequestContext,
  line: Line,
  act: 'install' | 'attach' | 'use' | 'runout' | 'delete' | 'retire',
  data: Record<string, unknown> = {},
): Promise<void> {
  const answer = await request.post(`/sandbox/carrier/control/lines/${line.ref}/${act}`, { data });
  expect(answer.status(), act).toBe(200);
}

/** Buys an eSIM, uses it, and waits until the shop knows. Returns the order's number. */
export async function buyAndUseEsim(shopper: Shopper): Promise<string> {
  const { page, lang } = shopper;
  const gateway = gatewayOf(shopper);
  const { orderNo } = await buyEsim(gateway);
  const line = await carrierSimOf(page.request, await last4Of(gateway, orderNo));
  await simulatePhone(page.request, line, 'install');
  await simulatePhone(page.request, line, 'attach', { country: 'JP' });
  const path = `/${lang}/my-order/${orderNo}/review`;
  for (let tries = 0; tries < 50; tries++) {
    const { data } = await gateway.get<{ data: { lines: unknown[] } }>('/gw/page/query', { path });
    if (data.lines.length > 0) return orderNo;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`nobody has heard that the eSIM of order ${orderNo} is used`);
}

/** Buys a plan as the customer who is logged in, from the open checkout on, and waits until it is delivered. */
export async function payAsCustomer(shopper: Shopper, total: string): Promise<string> {
  const { page, lang, t } = shopper;
  await page.locator('input[name="agree"]').check();
  await placeButton(shopper, total).click();
  const orderNo = await orderNoOf(shopper);
  await openCardForm(shopper);
  await payWith(shopper, CARD.accepted, total);
  await expectPaid(shopper);
  await page.goto(`/${lang}/my-order/${orderNo}`);
  const completed = page
    .getByRole('list', { name: t('order:stepper') })
    .locator('[aria-current="step"]', { hasText: t('order:stepOf.esim.completed') });
  await reloadUntil(page, () => expect(completed).toBeVisible({ timeout: 1000 }));
  return orderNo;
}

/** Gives the customer who is logged in an eSIM and opens its page among the customer's SIMs. */
export async function openSim(shopper: Shopper, goodsId?: string): Promise<Sim> {
  const gateway = gatewayOf(shopper);
  await buyEsim(gateway, { goodsId });
  const sim = await newestSim(gateway);
  await openPage(shopper, `my-account/sims-info?simId=${sim.simId}`);
  return sim;
}

/** From the list to the page of its first SIM. */
export async function openDetails({ page }: Shopper): Promise<void> {
  await page.locator('main a[href*="sims-info?simId="]').first().click();
  await page.waitForURL('**/my-account/sims-info?simId=*');
}
