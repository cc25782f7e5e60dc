import type { Locator, Page } from '@playwright/test';
import { registerCustomer, logInThrough } from './customers';
import { buyEsim, gatewayOf, last4Of } from './orders';
import { expect, test } from './test';
import { checkPage, enterStudio, openByNavigation } from './studio';

// Support finds one customer, changes points, gives a promo code, ends sessions and lifts a login lock.

test.use({ viewport: { width: 1440, height: 900 } });

/** Opens a collapsed form of a page by its title, and returns it. */
async function openForm(page: Page, title: string): Promise<Locator> {
  const form = page.getByRole('group').filter({ hasText: title });
  await form.getByText(title).first().click();
  return form;
}

/** Sends a form, and confirms the question of its dialog. */
async function sendForm(page: Page, form: Locator, title: string, question: string): Promise<void> {
  await form.getByRole('button', { name: title }).click();
  const dialog = page.getByRole('dialog', { name: question });
  await dialog.getByRole('button', { name: title }).click();
  await expect(dialog).toBeHidden();
}

test.describe('in Chinese', () => {
  test.use({ lang: 'zh' });

  test('a customer gets points and a code, and is logged out everywhere', async ({
    page,
    browser,
    lang,
    t,
    monitor,
  }) => {
    monitor.allow(401);
    monitor.allow(423);
    test.setTimeout(120_000);
    const gateway = gatewayOf({ page, lang });
    const email = await registerCustomer(gateway);
    const { orderNo } = await buyEsim(gateway, { email });
    const last4 = await last4Of(gateway, orderNo);

    const support = await (await browser.newContext({ locale: 'zh-CN' })).newPage();
    await enterStudio(support, 'support', 'Mei', lang, t);
    await openByNavigation(support, t('studio-customers:nav'));
    const search = support.getByLabel(t('studio-customers:find.search'));
    await search.fill(email.toUpperCase());
    await search.press('Enter');
    const number = /客户 \d+/;
    await expect(support.getByRole('heading', { level: 1, name: number })).toBeFocused();
    const title = await support.getByRole('heading', { level: 1 }).innerText();
    const orders = support.getByRole('region', {
      name: t('studio-customers:orders.title', { count: 1 }),
    });
    await expect(orders.getByRole('link', { name: orderNo, exact: true })).toBeVisible();
    await expect(support.getByText(t('studio-customers:sims.number', { last4 }))).toBeVisible();
    await checkPage(support, title);

    // A second tab shows the customer as it is now.
    const other = await support.context().newPage();
    await other.goto(support.url());

    await test.step('points are given once', async () => {
      const give = t('studio-customers:points.give');
      const question = (points: string) =>
        t('studio-customers:points.giveQuestion', { email, points });
      const form = await openForm(support, give);
      const points = form.getByLabel(t('studio-customers:points.number'), { exact: true });
      const reason = form.getByLabel(t('studio-customers:reason'));
      await points.fill('1.5');
      await reason.fill('包裹延误');
      await sendForm(support, form, give, question('1.5'));
      await expect(form.getByText(t('errors:points_invalid'))).toBeVisible();
      await expect(points).toBeFocused();
      await expect(reason).toHaveValue('包裹延误');
      await checkPage(support, title);
      await points.fill('1200');
      await sendForm(support, form, give, question('1200'));
      await expect(support.getByText(t('studio-customers:done.give'))).toBeVisible();
      await expect(support.getByText('+1,200', { exact: true })).toBeVisible();
      await expect(points).toHaveValue('');

      const late = await openForm(other, give);
      await late.getByLabel(t('studio-customers:points.number'), { exact: true }).fill('1200');
      await late.getByLabel(t('studio-customers:reason')).fill('包裹延误');
      await sendForm(other, late, give, question('1200'));
      await expect(other.getByText(t('errors:points_overtaken'))).toBeVisible();
      await expect(other.getByText('+1,200', { exact: true })).toHaveCount(1);
      await expect(late.getByLabel(t('studio-customers:reason'))).toHaveValue('包裹延误');
    });

    await test.step('points are taken, no more than there are', async () => {
      const take = t('studio-customers:points.take');
      const form = await openForm(support, take);
      await form.getByLabel(t('studio-customers:points.number'), { exact: true }).fill('1500');
      await form.getByLabel(t('studio-customers:reason')).fill('误发');
      const question = t('studio-customers:points.takeQuestion', { email, points: '1500' });
      await sendForm(support, form, take, question);
      await expect(support.getByText(t('studio-customers:done.take'))).toBeVisible();
      await expect(
        support.getByRole('term').filter({ hasText: t('studio-customers:points.owed') }),
      ).toBeVisible();
      await expect(support.getByText('300', { exact: true })).toBeVisible();
    });

    await test.step('a promo code is given', async () => {
      const grant = t('studio-customers:promos.grant');
      const form = await openForm(support, grant);
      const code = form.getByLabel(t('studio-customers:promos.code'), { exact: true });
      await code.fill('NOSUCH');
      await form.getByLabel(t('studio-customers:reason')).fill('包裹延误');
      const question = (named: string) =>
        t('studio-customers:promos.grantQuestion', { email, code: named });
      await sendForm(support, form, grant, question('NOSUCH'));
      await expect(form.getByText(t('errors:promo_unknown'))).toBeVisible();
      await code.fill('sorry5');
      await sendForm(support, form, grant, question('sorry5'));
      await expect(support.getByText(t('studio-customers:done.grant'))).toBeVisible();
      await expect(support.getByText('SORRY5', { exact: true })).toBeVisible();
    });

    await test.step('the customer is logged out everywhere', async () => {
      await page.goto(`/${lang}/my-account`);
      await expect(page.getByText(email).first()).toBeVisible();
      const logout = t('studio-customers:account.logout');
      const form = await openForm(support, logout);
      await form.getByLabel(t('studio-customers:reason')).fill('手机被盗');
      const question = t('studio-customers:account.logoutQuestion', { email });
      await sendForm(support, form, logout, question);
      await expect(support.getByText(t('studio-customers:done.logout'))).toBeVisible();
      await expect(form).toHaveCount(0);
      await page.goto(`/${lang}/my-account`);
      await expect(page).toHaveURL(/\/login/);
    });

    await test.step('a login lock is lifted', async () => {
      for (let tries = 0; tries < 5; tries += 1) {
        const wrong = { email, password: 'Wrong-Route-88' };
        await gateway.postSealed('/gw/auth/token/login', wrong).catch(() => undefined);
      }
      await support.reload();
      const unlock = t('studio-customers:account.unlock');
      const form = await openForm(support, unlock);
      await form.getByLabel(t('studio-customers:reason')).fill('客户来电');
      await checkPage(support, title);
      const question = t('studio-customers:account.unlockQuestion', { email });
      await sendForm(support, form, unlock, question);
      await expect(support.getByText(t('studio-customers:done.unlock'))).toBeVisible();
      await logInThrough(gateway, email);
    });
    const history = support.getByRole('region', { name: t('studio-customers:history.title') });
    await expect(history.getByRole('listitem')).toHaveCount(5);
    await expect(history).toContainText('误发');

    await orders.getByRole('link', { name: orderNo, exact: true }).click();
    await support.getByRole('link', { name: title, exact: true }).click();
    await expect(support.getByRole('heading', { level: 1, name: title })).toBeFocused();
  });
});

test.describe('in English', () => {
  test.use({ lang: 'en' });

  test('guests are no customers, and other roles see neither', async ({
    page,
    browser,
    lang,
    t,
    monitor,
  }) => {
    monitor.allow(401);
    test.setTimeout(90_000);
    const gateway = gatewayOf({ page, lang });
    const { orderNo, email } = await buyEsim(gateway);

    const support = await (await browser.newContext({ locale: 'en-GB' })).newPage();
    await enterStudio(support, 'support', 'Mei', lang, t);
    await openByNavigation(support, t('studio-customers:nav'));
    const title = t('studio-customers:find.title');
    const search = support.getByLabel(t('studio-customers:find.search'));
    await search.fill('ada');
    await search.press('Enter');
    await expect(support.getByText(t('studio-customers:find.nobody'))).toBeVisible();
    await expect(search).toHaveValue('ada');
    await checkPage(support, title);
    await search.fill(orderNo);
    await search.press('Enter');
    const theOrder = { name: t('studio-customers:find.theOrder', { orderNo }) };
    await expect(support.getByRole('link', theOrder)).toBeVisible();
    await search.fill(email);
    await search.press('Enter');
    await expect(support.getByText(t('studio-customers:find.guestEmail', { email }))).toBeVisible();
    await checkPage(support, title);
    await support.getByRole('link', { name: t('studio-customers:find.theirOrders') }).click();
    await expect(support.getByRole('link', { name: orderNo })).toBeVisible();

    const customer = await registerCustomer(gateway);
    await openByNavigation(support, t('studio-customers:nav'));
    await search.fill(customer);
    await search.press('Enter');
    await expect(support.getByText(t('studio-customers:points.none'))).toBeVisible();
    const heading = await support.getByRole('heading', { level: 1 }).innerText();
    await checkPage(support, heading);

    const editor = await (await browser.newContext({ locale: 'en-GB' })).newPage();
    await enterStudio(editor, 'editor', 'Ed', lang, t);
    const link = { name: t('studio-customers:nav'), exact: true };
    await expect(editor.getByRole('navigation').getByRole('link', link)).toHaveCount(0);
    await editor.goto(support.url());
    await expect(editor.getByText(t('studio:errors.forbidden'))).toBeVisible();
    await expect(editor.getByText(customer)).toHaveCount(0);
  });
});
