import type { Browser } from '@playwright/test';
import { LANGS, expect, test, type Lang } from './test';
import { checkPage, enterStudio } from './studio';

// Editors correct a text in both languages and publishers publish it. Each journey has a text of its own.

test.use({ viewport: { width: 1440, height: 900 } });

const TEXTS = { en: 'refund', zh: 'delivery' };
const WORDS = {
  en: 'Refunds are quick, we promise.',
  zh: '退款很快到账，请您放心。',
};

const elsewhere = async (browser: Browser, lang: Lang) =>
  (await browser.newContext({ locale: lang === 'zh' ? 'zh-CN' : 'en-US' })).newPage();

for (const lang of LANGS) {
  test.describe(() => {
    test.use({ lang });

    test(`a text is corrected, shown to a colleague, published and restored, ${lang}`, async ({
      browser,
      page,
      request,
      t,
      monitor,
    }) => {
      monitor.allow(401);
      const name = TEXTS[lang];
      const published = async (locale: Lang) =>
        (await request.get(`/${locale}/services/${name}`)).text();
      await enterStudio(page, 'editor', 'Ada', lang, t);
      await page.goto('/studio/texts');
      await checkPage(page, t('studio-texts:list.title'));
      await page.locator(`a[href$="/texts/service/${name}"]`).click();
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

      // Both pages change while one types.
      for (const locale of LANGS) {
        const language = t(`studio-texts:languages.${locale}`);
        const editor = page.getByRole('textbox', {
          name: t('studio-texts:bench.bodyOf', { language }),
        });
        await editor.getByRole('paragraph').first().click();
        await page.keyboard.press('End');
        await page.keyboard.type(` ${WORDS[locale]}`);
        await expect(
          page
            .frameLocator(`iframe[title="${t('studio-texts:preview.of', { language })}"]`)
            .last()
            .getByText(WORDS[locale]),
        ).toBeVisible();
        await expect(
          page.getByRole('region', { name: language, exact: true }).getByRole('status'),
        ).toHaveText(t('studio-texts:status.saved'));
        expect(await published(locale)).not.toContain(WORDS[locale]);
      }
      await checkPage(page, (await page.getByRole('heading', { level: 1 }).textContent())!);
      await page.getByRole('button', { name: t('studio-texts:talk.set.in_review') }).click();
      await expect(page.getByRole('button', { name: t('studio-texts:publish.now') })).toHaveCount(
        0,
      );

      // A colleague without a login sees both languages, until the link is taken back.
      await page.getByRole('button', { name: t('studio-texts:links.make') }).click();
      const link = page.getByRole('link', { name: t('studio-texts:links.open'), exact: true });
      const address = (await link.getAttribute('href'))!;
      const colleague = await elsewhere(browser, lang);
      await colleague.goto(new URL(address).pathname);
      for (const [i, locale] of LANGS.entries())
        await expect(
          colleague.frameLocator('iframe').nth(i).getByText(WORDS[locale]),
        ).toBeVisible();
      await page.getByRole('button', { name: t('studio-texts:links.revoke') }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('studio-texts:links.revoke') })
        .click();
      await expect(link).toHaveCount(0);
      const gone = await colleague.goto(new URL(address).pathname);
      expect(gone?.status()).toBe(410);
      await colleague.context().close();

      // A publisher sees who else is there, schedules, thinks better of it, and publishes.
      const publisher = await enterStudio(
        await elsewhere(browser, lang),
        'publisher',
        'Bo',
        lang,
        t,
      );
      await publisher.goto(`/studio/texts/service/${name}`);
      await expect(publisher.getByText(/Ada/).first()).toBeVisible();
      await publisher.getByLabel(t('studio-texts:schedule.at')).fill('2040-01-01T10:00');
      await publisher.getByRole('button', { name: t('studio-texts:schedule.set') }).click();
      await expect(publisher.getByText(t('errors:texts_bad_time'))).toBeVisible();
      const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);
      await publisher.getByLabel(t('studio-texts:schedule.at')).fill(tomorrow);
      await publisher.getByRole('button', { name: t('studio-texts:schedule.set') }).click();
      const cancel = publisher.getByRole('button', { name: t('studio-texts:schedule.cancel') });
      await cancel.first().click();
      await publisher
        .getByRole('dialog')
        .getByRole('button', { name: t('studio-texts:schedule.cancel') })
        .click();
      await expect(publisher.getByLabel(t('studio-texts:schedule.at'))).toBeVisible();
      for (const locale of LANGS) expect(await published(locale)).not.toContain(WORDS[locale]);
      await publisher.getByRole('button', { name: t('studio-texts:publish.now') }).click();
      await expect(publisher.getByText(t('studio-texts:publish.done'))).toBeVisible();
      const receipt = publisher.getByRole('group', { name: t('studio-texts:receipt.title') });
      await expect(receipt.getByText(t('studio-texts:receipt.late'))).toHaveCount(0);
      for (const ms of await receipt.getByText(/\d ?(ms|毫秒)/).allTextContents())
        expect(Number(/(\d+) ?(?:ms|毫秒)/.exec(ms)![1])).toBeLessThan(2000);
      for (const locale of LANGS) expect(await published(locale)).toContain(WORDS[locale]);

      // And back to what was there before.
      await publisher.goto(`/studio/texts/service/${name}/history`);
      await checkPage(publisher, t('studio-texts:history.title'));
      await publisher.getByText(t('studio-texts:history.receipt'), { exact: true }).first().click();
      await expect(receipt.getByRole('link').first()).toBeVisible();
      await publisher
        .getByRole('listitem')
        .getByText(t('studio-texts:history.compare'))
        .first()
        .click();
      await expect(publisher.locator('ins').filter({ hasText: /\S/ }).first()).toBeVisible();
      await publisher.getByText(t('studio-texts:history.restore'), { exact: true }).first().click();
      await publisher
        .getByRole('dialog')
        .getByRole('button', { name: t('studio-texts:history.restore') })
        .click();
      await expect(publisher.getByText(t('studio-texts:history.restored'))).toBeVisible();
      await expect(publisher.locator('main :focus')).toContainText(
        t('studio-texts:history.restored'),
      );
      for (const locale of LANGS) expect(await published(locale)).not.toContain(WORDS[locale]);
      await publisher.context().close();
      // The page beside the editor runs no script, and the browser says so.
      const real = monitor.problems.filter((one) => !one.includes('Blocked script execution'));
      monitor.problems.splice(0, Infinity, ...real);
    });
  });
}
