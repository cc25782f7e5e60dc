import { buyEsim, gatewayOf, last4Of } from './orders';
import { reloadUntil, type Shopper } from './purchase';
import { SCREENS, expect, test, variants } from './test';
import { carrierSimOf, simulatePhone } from './sims';

// What a guest does with the SIM of an order, without an account: registers it, and sees what is left on it.

for (const [lang, scripts] of variants('zh')) {
  test.describe(() => {
    test.use({ ...SCREENS.phone, lang, javaScriptEnabled: scripts });

    test(`a guest registers an eSIM: ${lang}, ${scripts ? 'with' : 'without'} scripts`, async ({
      page,
      t,
      monitor,
    }) => {
      const shopper: Shopper = { page, lang, t, scripts };
      const { orderNo } = await buyEsim(gatewayOf(shopper), { goodsId: 'th-15g-8v' });
      await page.goto(`/${lang}/my-order/${orderNo}`);
      await page.getByRole('link', { name: t('order:register.action') }).click();
      await page.waitForURL(/\/sims\?simId=.*#real-name$/);
      const part = page.locator('#real-name');
      const send = async (documentNumber: string) => {
        await part.getByLabel(t('sims:realName.documentNumber')).fill(documentNumber);
        await part.getByLabel(t('sims:realName.firstName')).fill('Ada');
        await part.getByLabel(t('sims:realName.lastName')).fill('Lovelace');
        await part.getByLabel(t('sims:realName.birthDate')).fill('1990-12-10');
        await part.getByRole('button', { name: t('sims:realName.submit') }).click();
      };
      monitor.allow(422);
      await send('K');
      await expect(part.locator('[aria-invalid="true"]')).toHaveCount(1);
      await expect(part.getByLabel(t('sims:realName.firstName'))).toHaveValue('Ada');
      await send('K77310000');
      await expect(part.getByText(t('server:sim.realName.under_review'))).toBeVisible();
      const why = part.getByText(t('sims:realName.why'));
      await reloadUntil(page, () => expect(why).toBeVisible({ timeout: 500 }));
      await send('K77315555');
      const done = part.getByText(t('server:sim.realName.verified'), { exact: true });
      await reloadUntil(page, () => expect(done).toBeVisible({ timeout: 500 }));
      await page.getByRole('link', { name: t('sims:ofOrder.back') }).click();
      await expect(page.getByText(t('order:register.not_verified.title'))).toHaveCount(0);
    });
  });
}

test('a guest sees what is left, and that an eSIM was deleted', async ({ page, lang, t }) => {
  const gateway = gatewayOf({ page, lang });
  const { orderNo } = await buyEsim(gateway);
  const path = `/${lang}/my-order/${orderNo}/sims`;
  await page.goto(path);
  const line = await carrierSimOf(page.request, await last4Of(gateway, orderNo));
  const states = (state: string) => page.getByText(t(`server:sim.state.${state}`), { exact: true });
  await simulatePhone(page.request, line, 'install', { device: 'Pixel 9' });
  await simulatePhone(page.request, line, 'attach', { country: 'JP' });
  await simulatePhone(page.request, line, 'use', { mb: 500 });
  const used = page.getByText(/500 MB/).first();
  await reloadUntil(page, () => expect(used).toBeVisible({ timeout: 500 }));
  await expect(states('active').first()).toBeVisible();
  await simulatePhone(page.request, line, 'delete');
  await reloadUntil(page, () => expect(states('deleted').first()).toBeVisible({ timeout: 500 }));
  await expect(states('active')).toHaveCount(0);
  await expect(page.getByText(t('errors:topup_sim_deleted'))).toBeVisible();
});

// Each language, with and without scripts, has one of them; each of them is seen in both.
const DELETED_OR_RETIRED = [
  ['delete', 'topup_sim_deleted'],
  ['retire', 'topup_sim_retired'],
] as const;

// More data for an eSIM that is not there any more is refused before a price is named, with the reason and what helps instead.
for (const [lang, scripts] of variants('en')) {
  test.describe(() => {
    test.use({ ...SCREENS.phone, lang, javaScriptEnabled: scripts });

    test(`a top-up of a deleted or retired eSIM is refused: ${lang}, ${scripts ? 'with' : 'without'} scripts`, async ({
      page,
      t,
    }) => {
      const gateway = gatewayOf({ page, lang });
      const [act, reason] = DELETED_OR_RETIRED[scripts === (lang === 'en') ? 0 : 1]!;
      const { orderNo } = await buyEsim(gateway);
      const kit = await gateway.get<{ simId: string; iccidLast4: string }>('/gw/sim/us/install', {
        orderNo,
      });
      const line = await carrierSimOf(page.request, kit.iccidLast4);
      await simulatePhone(page.request, line, 'install', { device: 'Pixel 9' });
      await simulatePhone(page.request, line, act);
      const refused = page.getByText(t(`errors:${reason}`));
      await page.goto(`/${lang}/my-order/${orderNo}/sims`);
      await reloadUntil(page, () => expect(refused).toBeVisible({ timeout: 500 }));
      await expect(page.locator('#top-up')).not.toContainText('$');
      const query = `buyNow=jp-3g-7&simType=esim&quantity=1&simId=${kit.simId}`;
      await page.goto(`/${lang}/order?${query}`);
      await expect(refused).toBeVisible();
      expect(new URL(page.url()).pathname).toBe(`/${lang}/my-order/${orderNo}/sims`);
    });
  });
}
