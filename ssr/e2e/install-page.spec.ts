import { gatewayOf, last4Of, openKit } from './orders';
import type { Shopper } from './purchase';
import { LANGS, SCREENS, expect, hydrated, test } from './test';

// The install page beyond reading the code: paper, the dark, copying, and who may see it.
for (const lang of LANGS) {
  test.describe(() => {
    test.use({ ...SCREENS.desktop, lang });

    test(`the install page in print, in dark mode, and refused to strangers, ${lang}`, async ({
      page,
      context,
      browser,
      baseURL,
      t,
      monitor,
    }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const shopper: Shopper = { page, lang, t, scripts: true };
      const path = await openKit(shopper);
      const code = await page.getByLabel(t('order:install.code'), { exact: true }).inputValue();

      await test.step('says which SIM it is', async () => {
        const last4 = await last4Of(gatewayOf(shopper), path.split('/').at(-2)!);
        await expect(page.getByText(t('order:install.iccid', { last4 })).first()).toBeVisible();
      });
      await test.step('nothing of it is in the address or the title', async () => {
        expect(page.url() + (await page.title())).not.toContain(code);
        const answer = await page.request.get(path);
        expect(answer.headers()['cache-control']).toBe('private, no-store');
        expect(answer.headers()['referrer-policy']).toBe('same-origin');
      });
      await test.step('copies the code and says so', async () => {
        await hydrated(page);
        const label = t('order:install.code');
        await page.getByRole('button', { name: t('order:copy.button', { label }) }).click();
        await expect(
          page.getByRole('status').filter({ hasText: t('order:copy.done', { label }) }),
        ).toBeVisible();
        expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
      });
      await test.step('black on white in the dark', async () => {
        await page.emulateMedia({ colorScheme: 'dark' });
        const picture = page
          .getByRole('img', { name: t('order:install.qrAlt') })
          .filter({ visible: true });
        await expect(picture).toHaveCSS('background-color', 'rgb(255, 255, 255)');
        await page.emulateMedia({ colorScheme: 'light' });
      });
      await test.step('one sheet of A4 in both languages', async () => {
        const pdf = await page.pdf({
          format: 'A4',
          margin: { top: '1cm', bottom: '1cm', left: '1cm', right: '1cm' },
        });
        expect(pdf.toString('latin1').match(/\/Type\s*\/Page[^s]/g)).toHaveLength(1);
        await page.emulateMedia({ media: 'print' });
        const paper = page.locator('article').filter({ visible: true });
        for (const spoken of ['en', 'zh-Hans']) {
          await expect(paper.locator(`section[lang="${spoken}"] li`)).toHaveCount(10);
        }
        await expect(paper.getByText(code)).toBeVisible();
        await page.emulateMedia({ media: 'screen' });
      });
      await test.step('another browser sees none of it', async () => {
        const stranger = await browser.newContext({ baseURL });
        monitor.follow(stranger);
        monitor.allow(404);
        const other = await stranger.newPage();
        expect((await other.goto(path))!.status()).toBe(404);
        await expect(other.getByText(code)).toHaveCount(0);
        await stranger.close();
      });
    });
  });
}
