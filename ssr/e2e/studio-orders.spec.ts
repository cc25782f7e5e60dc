import { buyEsim, buyMixed, gatewayOf, pay, placeOrder } from './orders';
import { waitForMail } from './outbox';
import { newEmail } from './purchase';
import { expect, hydrated, test } from './test';
import { checkPage, enterStudio, openByNavigation } from './studio';
import { fixedPart } from './texts';

// Support finds orders, holds one, sends a parcel, gives money back, decides about a refund and settles one that failed.

test.use({ viewport: { width: 1440, height: 900 }, lang: 'zh' });

test('an order is found, held, shipped and partly refunded', async ({
  page,
  request,
  browser,
  lang,
  t,
  monitor,
}) => {
  monitor.allow(401);
  monitor.allow(409);
  monitor.allow(422);
  test.setTimeout(90_000);
  const gateway = gatewayOf({ page, lang });
  const { orderNo, email } = await buyMixed(gateway);

  const support = await (await browser.newContext({ locale: 'zh-CN' })).newPage();
  await enterStudio(support, 'support', 'Mei', lang, t);
  const parcels = fixedPart(t, 'studio-orders:list.filters.parcels', 'count');
  await expect(support.getByRole('link', { name: parcels })).toBeVisible();
  await checkPage(support, t('studio:home.title'));
  await openByNavigation(support, t('studio-orders:nav'));
  const search = support.getByLabel(t('studio-orders:list.search'));
  await search.fill('nobody@example.com');
  await search.press('Enter');
  await expect(support.getByText(t('studio-orders:list.notFound'))).toBeVisible();
  await search.fill(email.toUpperCase());
  await search.press('Enter');
  await expect(support.getByRole('link', { name: orderNo })).toBeVisible();
  await checkPage(support, t('studio-orders:list.title'));
  await support.getByRole('link', { name: orderNo }).click();
  const title = t('order:title', { orderNo });
  await expect(support.getByText('88 Harbour Road')).toBeVisible();

  await test.step('is held, and goes on', async () => {
    const hold = support.getByRole('group').filter({ hasText: t('studio-orders:steps.hold') });
    await hold.getByText(t('studio-orders:steps.hold')).first().click();
    await hold.getByLabel(t('studio-orders:reason')).fill('核对地址');
    await hold.getByRole('button').click();
    await expect(support.getByText(t('studio-orders:done.hold'))).toBeVisible();
    await expect(
      support.getByText(t('studio-orders:held', { reason: '核对地址' })).first(),
    ).toBeVisible();
    await checkPage(support, title);
    const lift = support.getByRole('group').filter({ hasText: t('studio-orders:steps.lift') });
    await lift.getByText(t('studio-orders:steps.lift')).first().click();
    await lift.getByLabel(t('studio-orders:reason')).fill('地址无误');
    await lift.getByRole('button').click();
    await expect(support.getByText(t('studio-orders:done.lift'))).toBeVisible();
  });

  const mailbox = newEmail();
  await test.step('gets the address and the mailbox that the buyer meant', async () => {
    const group = (act: string) =>
      support.getByRole('group').filter({ hasText: t(`studio-orders:correct.${act}`) });
    await group('address').getByText(t('studio-orders:correct.address')).first().click();
    const line = group('address').getByLabel(t('studio-orders:correct.parts.addressLine1'));
    await line.fill('');
    await group('address').getByLabel(t('studio-orders:reason')).fill('买家来电');
    await group('address').getByRole('button').click();
    await expect(group('address').getByText(t('errors:address_line1_required'))).toBeVisible();
    await expect(line).toBeFocused();
    await checkPage(support, title);
    await line.fill('99 Harbour Road');
    await group('address').getByRole('button').click();
    await expect(support.getByText(t('studio-orders:done.address'))).toBeVisible();
    await expect(support.getByText('99 Harbour Road')).toBeVisible();

    // A colleague in another browser has been faster: what is typed here replaces nothing unseen.
    await line.fill('98 Harbour Road');
    const colleague = await (await browser.newContext({ locale: 'zh-CN' })).newPage();
    await enterStudio(colleague, 'support', 'Bo', lang, t);
    await colleague.goto(support.url());
    const theirs = colleague
      .getByRole('group')
      .filter({ hasText: t('studio-orders:correct.address') });
    await theirs.getByText(t('studio-orders:correct.address')).first().click();
    await theirs.getByLabel(t('studio-orders:correct.parts.addressLine1')).fill('97 Harbour Road');
    await theirs.getByLabel(t('studio-orders:reason')).fill('买家来信');
    await theirs.getByRole('button').click();
    await expect(colleague.getByText(t('studio-orders:done.address'))).toBeVisible();
    const diff = group('address').getByRole('group', { name: t('studio-texts:changes.label') });
    const save = { name: t('studio-orders:correct.address') };
    for (const press of ['first', 'again']) {
      await group('address').getByRole('button', save).click();
      await expect(diff.locator('del'), press).toHaveText(['97']);
      await expect(diff.locator('ins')).toHaveText(['98']);
      await expect(support.getByText('97 Harbour Road').first()).toBeVisible();
    }
    await expect(support.getByText(/support-.*已在此期间作了更正/)).toBeVisible();
    await checkPage(support, title);
    await group('address')
      .getByRole('button', { name: t('studio:conflict.mine') })
      .click();
    await expect(support.getByText(t('studio-orders:done.address'))).toBeVisible();
    await expect(support.getByText('98 Harbour Road').first()).toBeVisible();

    // The answer of a save is lost: it is saved, and sending it again, or something else, is no conflict with oneself.
    const loseOneAnswer = () =>
      support.route(
        '**/address',
        async (route) => {
          await route.fetch();
          await route.abort();
        },
        { times: 1 },
      );
    await support.setViewportSize({ width: 375, height: 800 });
    for (const [lost, sent] of [
      ['96 Harbour Road', '96 Harbour Road'],
      ['95 Harbour Road', '99 Harbour Road'],
    ] as const) {
      await loseOneAnswer();
      await line.fill(lost);
      await group('address').getByRole('button', save).click();
      await expect(support.getByText(t('studio:common.offline'))).toBeInViewport();
      await line.fill(sent);
      await group('address').getByRole('button', save).click();
      await expect(support.getByText(t('studio-orders:done.address'))).toBeVisible();
      await expect(diff).toHaveCount(0);
      await expect(support.getByText(sent).first()).toBeVisible();
    }
    await support.setViewportSize({ width: 1440, height: 900 });

    await group('email').getByText(t('studio-orders:correct.email')).first().click();
    const typed = group('email').getByLabel(t('studio-orders:correct.newEmail'), { exact: true });
    await expect(typed).toHaveValue(email);
    await group('email').getByLabel(t('studio-orders:reason')).fill('买家来电');
    await group('email').getByRole('button').click();
    await expect(group('email').getByText(t('errors:email_same'))).toBeVisible();
    await typed.fill(mailbox);
    await group('email').getByRole('button').click();
    await expect(support.getByText(t('studio-orders:done.email'))).toBeVisible();
    await expect(support.getByRole('link', { name: mailbox })).toBeVisible();
    await checkPage(support, title);
    await waitForMail(request, email, `订单 ${orderNo} 的邮箱已修改`);
    const codes = await waitForMail(request, mailbox, `您的 eSIM 已发放（订单 ${orderNo}）`);
    expect(codes.attachments.length).toBe(1);

    await support.getByRole('button', { name: t('studio-orders:correct.mails') }).click();
    const sure = support.getByRole('dialog');
    await expect(sure).toContainText(mailbox);
    await sure.getByRole('button', { name: t('studio-orders:correct.mails') }).click();
    await expect(support.getByText(t('studio-orders:done.mails'))).toBeVisible();
  });

  // A second tab shows the order as it is now.
  const other = await support.context().newPage();
  await other.goto(support.url());
  const sendParcel = { name: t('studio-orders:parcel.send') };
  await expect(other.getByRole('button', sendParcel)).toBeVisible();

  await test.step('is sent', async () => {
    const form = support.getByRole('region', { name: t('studio-orders:parcel.title') });
    await form.getByRole('textbox').first().fill('12345');
    await form.getByLabel(t('studio-orders:parcel.tracking')).fill('SF1234567890');
    await form.getByRole('button', sendParcel).click();
    await expect(form.getByText(t('errors:iccid_invalid'))).toBeVisible();
    await checkPage(support, title);
    await form.getByRole('textbox').first().fill(newIccid());
    await form.getByRole('button', sendParcel).click();
    await expect(support.getByText(t('studio-orders:done.ship'))).toBeVisible();
    await expect(form).toHaveCount(0);
    await page.goto(`/${lang}/my-order/${orderNo}`);
    const label = t('order:shipping.tracking');
    await expect(page.getByLabel(label)).toHaveValue('SF1234567890');
    // On paper there is the number, and nothing to press.
    await hydrated(page);
    const copy = page.getByRole('button', { name: t('order:copy.button', { label }), exact: true });
    await expect(copy).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(copy).toBeHidden();
    await expect(page.getByLabel(label)).toBeVisible();
    await page.emulateMedia({ media: null });
    await expect(page.getByText('99 Harbour Road').first()).toBeVisible();
    await waitForMail(request, mailbox, `订单 ${orderNo} 已发货`);
  });

  await test.step('is not sent again from another tab', async () => {
    const form = other.getByRole('region', { name: t('studio-orders:parcel.title') });
    await form.getByLabel(t('studio-orders:parcel.tracking')).fill('SF2');
    await form.getByRole('textbox').first().fill(newIccid());
    await form.getByRole('button', sendParcel).click();
    await expect(other.getByText(t('errors:line_not_found', { line: 2 }))).toBeVisible();
    await expect(form).toHaveCount(0);
  });

  await test.step('gives a part back, once', async () => {
    const money = { name: t('studio-orders:money.title') };
    for (const tab of [support, other]) {
      const form = tab.getByRole('region', money);
      await form.getByText(t('studio-orders:give.title')).first().click();
      await form.getByLabel(t('studio-orders:reason')).fill('到货太晚');
      await form.getByRole('textbox').first().fill('1.50');
    }
    const give = { name: t('studio-orders:give.title') };
    await support.getByRole('region', money).getByRole('button', give).click();
    await expect(support.getByText(t('studio-orders:done.refund'))).toBeVisible();
    await expect(
      support.getByRole('region', money).getByRole('listitem').filter({ hasText: '到货太晚' }),
    ).toContainText('$1.50');
    await checkPage(support, title);
    await other.getByRole('region', money).getByRole('button', give).click();
    await expect(other.getByText(t('errors:refund_overtaken'))).toBeVisible();
    await expect(
      other.getByRole('region', money).getByRole('listitem').filter({ hasText: '到货太晚' }),
    ).toHaveCount(1);
  });
});

test('a refund that a buyer asks for is decided', async ({ page, browser, lang, t, monitor }) => {
  monitor.allow(401);
  test.setTimeout(90_000);
  const gateway = gatewayOf({ page, lang });
  const { orderNo } = await buyEsim(gateway);
  await gateway.post('/gw/cq-ordercharge/order/refund', {
    orderNo,
    reason: 'NO_COVERAGE',
  });

  const support = await (await browser.newContext({ locale: 'zh-CN' })).newPage();
  await enterStudio(support, 'support', 'Mei', lang, t);
  await openByNavigation(support, t('studio-orders:nav'));
  await support.getByLabel(t('studio-orders:list.show')).selectOption('refunds');
  await support.getByRole('button', { name: t('studio-orders:list.go') }).click();
  await support.getByRole('link', { name: orderNo }).click();
  const request = support.getByRole('listitem').filter({
    hasText: t('studio-orders:money.refundStates.requested'),
  });
  await expect(request).toContainText(t('order:refund.reasons.NO_COVERAGE'));
  await request.getByText(t('studio-orders:money.refuse')).first().click();
  await request.getByLabel(t('studio-orders:reason')).last().fill('已使用 5 GB');
  await checkPage(support, t('order:title', { orderNo }));
  await request.getByRole('button', { name: t('studio-orders:money.refuse') }).click();
  await expect(support.getByText(t('studio-orders:done.refuse'))).toBeVisible();
  await page.goto(`/${lang}/my-order/${orderNo}`);
  await expect(page.getByRole('region', { name: t('order:refunds.title') })).toContainText(
    t('order:refunds.refused'),
  );
});

test('a refund that fails is settled', async ({ page, browser, lang, t, monitor }) => {
  monitor.allow(401);
  test.setTimeout(90_000);
  const gateway = gatewayOf({ page, lang });
  const { orderNo } = await placeOrder(gateway);
  await pay(gateway, orderNo, 'pm_card_refundFail');

  const support = await (await browser.newContext({ locale: 'zh-CN' })).newPage();
  await enterStudio(support, 'support', 'Mei', lang, t);
  await openByNavigation(support, t('studio-orders:nav'));
  await support.getByLabel(t('studio-orders:list.search')).fill(orderNo);
  await support.getByRole('button', { name: t('studio-orders:list.go') }).click();
  await support.getByRole('link', { name: orderNo }).click();
  const money = support.getByRole('region', { name: t('studio-orders:money.title') });
  await money.getByText(t('studio-orders:give.title')).first().click();
  await money.getByLabel(t('studio-orders:reason')).fill('到货太晚');
  await money.getByRole('textbox').first().fill('1.50');
  await money.getByRole('button', { name: t('studio-orders:give.title') }).click();
  await expect(support.getByText(t('studio-orders:done.refund'))).toBeVisible();
  const failed = money.getByRole('listitem').filter({ hasText: '到货太晚' });
  await expect(async () => {
    await support.reload();
    await expect(failed).toContainText(t('studio-orders:money.refundStates.failed'));
  }).toPass({ timeout: 25_000, intervals: [300] });
  const act = t('studio-orders:money.settle.elsewhere');
  await failed.getByText(act).first().click();
  await failed.getByLabel(t('studio-orders:reason')).nth(1).fill('银行转账');
  await checkPage(support, t('order:title', { orderNo }));
  await failed.getByRole('button', { name: act }).click();
  await expect(support.getByText(t('studio-orders:done.settle-elsewhere'))).toBeVisible();
  await expect(money).toContainText(t('studio-orders:money.refunded', { amount: '$1.50' }));
  await expect(support.getByText(act)).toHaveCount(0);

  // What is not there is not there at a second try either.
  await support.goto('/studio/orders/20/NONE');
  await expect(support.getByText(t('errors:order_not_found'))).toBeVisible();
  await expect(support.getByRole('link', { name: t('studio:common.back') })).toBeVisible();
  await expect(support.getByRole('button', { name: t('studio:common.retry') })).toHaveCount(0);
});

/** The number of a card that nobody has, with its check digit. */
function newIccid(): string {
  const digits = `8985201${Math.random().toFixed(11).slice(2)}`;
  let sum = 0;
  for (const [at, digit] of [...digits].toReversed().entries()) {
    const value = Number(digit) * (at % 2 === 0 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return digits + ((10 - (sum % 10)) % 10);
}
