import {
  CARD,
  newEmail,
  openBuyNow,
  openCardForm,
  expectPaid,
  payWith,
  placeInCheckout,
} from './purchase';
import { LANGS, expect, test } from './test';
import { checkPage, enterStudio } from './studio';

// A publisher makes a site out of another one and opens it; a shopper finds it, sees its prices and buys.

const SITES = {
  en: {
    code: 'sg',
    currency: 'SGD',
    zone: 'Asia/Singapore',
    factor: '1.35',
    total: 'S$18.90',
    names: ['Roamcart Singapore', 'Roamcart 新加坡站'],
  },
  zh: {
    code: 'jp',
    currency: 'JPY',
    zone: 'Asia/Tokyo',
    factor: '150',
    total: 'JP¥2,090',
    names: ['Roamcart Japan', 'Roamcart 日本站'],
  },
} as const;
const SIZES = { en: { width: 1440, height: 900 }, zh: { width: 768, height: 900 } };

for (const lang of LANGS) {
  test.describe(() => {
    test.use({ lang, viewport: SIZES[lang] });

    test(`a site is made, opened and sold at, ${lang}`, async ({
      page,
      context,
      request,
      t,
      monitor,
    }) => {
      monitor.allow(401);
      monitor.allow(422);
      monitor.allow(409);
      const { code, currency, zone, factor, total, names } = SITES[lang];
      const host = `${code}.localhost`;
      const name = names[lang === 'zh' ? 1 : 0];
      const label = (key: string) =>
        page.getByLabel(t(`studio-sites:form.${key}`), { exact: true });
      await enterStudio(page, 'publisher', 'Bo', lang, t);

      await test.step('fills in the form', async () => {
        await page.goto('/studio/sites/new');
        await label('code').fill(code);
        await label('host').fill('hk.localhost');
        await label('currency').selectOption(currency);
        await label('zone').fill(zone);
        await label('country').fill(code);
        await label('factor').fill('0');
        await label('nameEn').fill(names[0]);
        await label('nameZh').fill(names[1]);
        await label('brand').fill('Roamcart');
        await label('supportEmail').fill('help@roamcart.example');
        await label('company').fill('Roamcart Ltd');
        const look = page.getByRole('button', { name: t('studio-sites:new.try') });
        await look.click();
        await expect(
          page.getByText(t('errors:site_host_taken', { host: 'hk.localhost' })),
        ).toBeVisible();
        await expect(page.getByText(t('errors:site_factor_invalid'))).toBeVisible();
        await expect(label('host')).toBeFocused();
        await label('host').fill(host);
        await label('factor').fill(factor);
        await look.click();
        await expect(page.getByText(t('studio-sites:tried.hidden', { host }))).toBeVisible();
        await page.getByText(t('studio-sites:tried.prices')).click();
        await expect(page.getByRole('cell', { name: total }).first()).toBeVisible();
        await checkPage(page, t('studio-sites:new.title'));
      });
      await test.step('makes it, and adds what is missing', async () => {
        await page.getByRole('button', { name: t('studio-sites:new.make') }).click();
        await expect(page.getByText(t('studio-sites:new.made'))).toBeVisible();
        const open = page.getByRole('button', { name: t('studio-sites:open') });
        await expect(open).toBeHidden();
        await label('addressEn').fill('1 Example Road');
        await label('addressZh').fill('示例路 1 号');
        await label('phoneCountry').selectOption('SG');
        await page.getByRole('button', { name: t('studio-sites:change.save') }).click();
        await expect(page.getByText(t('studio-sites:change.saved'))).toBeVisible();
        // Another tab is faster: pressing the button once more does not overwrite what it saved.
        const other = await context.newPage();
        await other.goto(page.url());
        const hotline = other.getByLabel(t('studio-sites:form.hotline'));
        await hotline.fill('+65 6000 0001');
        await other.getByRole('button', { name: t('studio-sites:change.save') }).click();
        await expect(other.getByText(t('studio-sites:change.saved'))).toBeVisible();
        await label('hotline').fill('+65 6000 0002');
        for (let press = 0; press < 2; press += 1) {
          await page.getByRole('button', { name: t('studio-sites:change.save') }).click();
          await expect(page.getByText(t('errors:site_overtaken'))).toBeVisible();
          await other.reload();
          await expect(hotline).toHaveValue('+65 6000 0001');
        }
        await other.close();
        await page.getByRole('button', { name: t('studio:conflict.mine') }).click();
        await expect(page.getByText(t('studio-sites:change.saved'))).toBeVisible();
        expect(await (await request.get(`/${lang}/home`)).text()).not.toContain(name);
        await checkPage(page, name);
        await open.click();
        await page
          .getByRole('dialog')
          .getByRole('button', { name: t('studio-sites:open') })
          .click();
        await expect(page.getByText(t('studio-sites:opened'))).toBeVisible();
      });
      await test.step('is listed everywhere', async () => {
        await expect
          .poll(async () => (await request.get(`/${lang}/home`)).text(), { timeout: 2000 })
          .toContain(name);
        await page.goto('/studio/sites');
        await checkPage(page, t('studio-sites:nav'));
      });
      await test.step('a shopper buys there', async () => {
        const shop = `http://${host}:${new URL(page.url()).port}`;
        const shopper = { page: await context.newPage(), lang, t, scripts: true };
        await openBuyNow(shopper, 'th-u3-10', shop);
        await placeInCheckout(shopper, newEmail(), total);
        await openCardForm(shopper);
        await payWith(shopper, CARD.accepted, total);
        await expectPaid(shopper);
      });
    });
  });
}
