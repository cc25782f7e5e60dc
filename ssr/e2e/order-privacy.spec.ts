import { buyEsim, gatewayOf, pay, placeOrder } from './orders';
import { waitForMail, mailsTo } from './outbox';
import {
  CARD,
  fillContact,
  newEmail,
  openBuyNow,
  openCardForm,
  orderNoOf,
  expectPaid,
  payWith,
  placeInCheckout,
  placeButton,
  type Shopper,
} from './purchase';
import { expect, test } from './test';
import { mailSubject } from './texts';

const PRICE = '$6.50';

test('a second browser cannot see the order', async ({
  page,
  browser,
  t,
  monitor,
  lang,
  baseURL,
}) => {
  const shopper: Shopper = { page, lang, t, scripts: true };
  const { orderNo } = await buyEsim(gatewayOf(shopper));

  const stranger = await browser.newContext({ baseURL });
  monitor.follow(stranger);
  monitor.allow(404);
  const other = await stranger.newPage();
  const unknown = `/${lang}/payment/261121AAAAAAAAA`;
  for (const path of [`/${lang}/payment/${orderNo}`, `/${lang}/my-order/${orderNo}`, unknown]) {
    const answer = await other.goto(path);
    expect(answer!.status()).toBe(404);
    await expect(other.getByRole('heading', { level: 1 })).toHaveText(t('common:notFound.title'));
    await expect(other.getByText(PRICE)).toHaveCount(0);
    await expect(other.getByRole('link', { name: t('common:notFound.order') })).toBeVisible();
  }
  await other.getByRole('link', { name: t('common:notFound.order') }).click();
  await expect(other).toHaveURL(/\/my-order$/);
  for (const path of [
    'cq-ordercharge/order/detail',
    'cq-ordercharge/payment/us/status',
    'sim/us/install',
  ]) {
    const answer = await stranger.request.get(`/gw/${path}`, {
      params: { orderNo },
      headers: CONTEXT,
    });
    expect(answer.status(), path).toBe(404);
  }
  await stranger.close();

  // The one who ordered still sees both.
  expect((await page.goto(`/${lang}/my-order/${orderNo}`))!.status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(orderNo);
});

const CONTEXT = { langId: '2', lang: 'en_US', application: '1', tenantId: '20' };

test('the back button after payment asks for no second payment', async ({ page, t, lang }) => {
  const shopper: Shopper = { page, lang, t, scripts: true };
  await page.goto(`/${lang}/travel-card/asia/jp-3g-7`);
  await page.getByRole('checkbox', { name: t('detail:compatibility.label') }).check();
  await page.getByRole('button', { name: t('detail:addToCart') }).click();
  await page.getByRole('button', { name: t('cart:checkout') }).click();
  await page.waitForURL(`**/${lang}/order`);
  const orderNo = await placeInCheckout(shopper, newEmail(), PRICE);
  await openCardForm(shopper);
  await payWith(shopper, CARD.accepted, PRICE);
  await expectPaid(shopper);
  await page.getByRole('link', { name: t('payment:toOrderReady') }).click();
  await page.waitForURL(`**/my-order/${orderNo}`);

  await page.goBack();
  await page.waitForURL(`**/payment/${orderNo}`);
  await expect(page.getByText(t('payment:state.success.title'), { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: t('payment:pay', { total: PRICE }) })).toHaveCount(
    0,
  );
  await page.goBack();
  // What was ordered is no longer in the cart: there is nothing to order a second time.
  await expect(placeButton(shopper, PRICE)).toHaveCount(0);
  await expect(page.getByText(t('cart:empty.title'))).toBeVisible();
});

for (const scripts of [true, false]) {
  test.describe(() => {
    test.use({ javaScriptEnabled: scripts });

    test(`two clicks on "place order" make one order, ${scripts ? 'with' : 'without'} scripts`, async ({
      page,
      request,
      t,
      lang,
    }) => {
      const shopper: Shopper = { page, lang, t, scripts };
      const email = newEmail();
      await openBuyNow(shopper);
      await fillContact(shopper, email);
      await placeButton(shopper, PRICE).dblclick();
      const orderNo = await orderNoOf(shopper);
      await pay(gatewayOf(shopper), orderNo);
      // The mail about the eSIM is the last of an order: one about a second order would be there before it.
      await waitForMail(request, email, mailSubject(lang, 'esim_delivered', orderNo));
      const subjects = (await mailsTo(request, email)).map(({ subject }) => subject);
      expect(subjects.sort()).toEqual(
        ['order_paid', 'esim_delivered'].map((kind) => mailSubject(lang, kind, orderNo)).sort(),
      );
    });
  });
}

test('an order open in two tabs is paid once', async ({
  page,
  context,
  request,
  t,
  monitor,
  lang,
}) => {
  const first: Shopper = { page, lang, t, scripts: true };
  const { orderNo, email } = await placeOrder(gatewayOf(first));
  await page.goto(`/${lang}/payment/${orderNo}`);
  const second: Shopper = { ...first, page: await context.newPage() };
  await second.page.goto(`/${lang}/payment/${orderNo}`);
  await openCardForm(first);
  await openCardForm(second);
  await payWith(first, CARD.accepted, PRICE);
  await expectPaid(first);

  // The second form is still open; the provider refuses a second payment and the page says why.
  monitor.allow(400);
  await payWith(second, CARD.accepted, PRICE);
  await expectPaid(second);
  await waitForMail(request, email, mailSubject(lang, 'esim_delivered', orderNo));
  const paidMails = (await mailsTo(request, email)).filter(
    ({ subject }) => subject === mailSubject(lang, 'order_paid', orderNo),
  );
  expect(paidMails).toHaveLength(1);
});
