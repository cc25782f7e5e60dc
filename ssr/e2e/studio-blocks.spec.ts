import { LANGS, expect, test } from './test';
import { checkPage, enterStudio } from './studio';

// A publisher puts a banner above the home page of a site and changes its headline; visitors see it, and no longer once it is
// taken back. Each journey has a part of its own.

// Both journeys run at once, on one home page: each has words of its own.
const WORDS = {
  banner: { en: 'Ten percent off this week', zh: '本周九折优惠' },
  home: { en: 'Online wherever you land', zh: '出行上网早准备' },
};
const SIZES = { en: { width: 1440, height: 900 }, zh: { width: 768, height: 900 } };

for (const lang of LANGS) {
  test.describe(() => {
    test.use({ lang, viewport: SIZES[lang] });

    test(`${lang === 'en' ? 'a banner' : 'a headline'} is written, published and restored, ${lang}`, async ({
      page,
      request,
      t,
      monitor,
    }) => {
      monitor.allow(401);
      monitor.allow(409);
      monitor.allow(422);
      const kind = lang === 'en' ? 'banner' : 'home';
      const words = WORDS[kind];
      const home = async () => (await request.get(`/${lang}/home`)).text();
      await enterStudio(page, 'publisher', 'Bo', lang, t);
      await page.goto('/studio/blocks');
      await checkPage(page, t('studio-blocks:nav'));
      await page.locator(`a[href$="/blocks/20/${kind}"]`).click();
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

      const label = kind === 'banner' ? 'banner.text' : 'words.hero_title';
      const field = (locale: 'en' | 'zh', who = page) =>
        who.getByLabel(
          t('studio-blocks:labelIn', {
            label: t(`studio-blocks:${label}`),
            language: t(`studio-blocks:languages.${locale}`),
          }),
        );
      const publish = page.getByRole('button', { name: t('studio-blocks:publish'), exact: true });
      // The answer to a save is lost, and writing goes on: that is no conflict with oneself.
      await page.route(
        '**/draft',
        async (route) => {
          await route.fetch();
          await route.abort();
        },
        { times: 1 },
      );
      await field('en').fill('Lost');
      await expect(page.getByText(t('studio:common.offline'))).toBeVisible();
      await field('en').fill(words.en);
      await field('zh').fill('');
      await expect(
        page.getByRole('region', { name: t('studio-blocks:preview') }).getByText(words.en),
      ).toBeVisible();
      // What was typed is kept without being saved by hand, and shown to nobody.
      const [saved] = t('studio-blocks:saved', { at: '|' }).split('|');
      await expect(page.getByText(saved!)).toBeVisible();
      // Another tab is faster: what it saved is shown, and only replaced by who says so.
      const other = await page.context().newPage();
      await other.goto(page.url());
      await field('en').fill('Mine');
      await expect(page.getByText(saved!)).toBeVisible();
      await field('en', other).fill('Theirs');
      const overtaken = t('errors:blocks_overtaken', { author: 'Bo' });
      await expect(other.getByText(overtaken)).toBeVisible();
      await other.getByRole('button', { name: t('studio:conflict.mine') }).click();
      await expect(other.getByText(t('studio-blocks:done.save'))).toBeVisible();
      await other.close();
      await field('en').fill(words.en);
      await expect(page.getByText(overtaken)).toBeVisible();
      const diff = page.getByRole('group', { name: t('studio-texts:changes.label') });
      await expect(diff.locator('del')).toContainText(['Theirs']);
      await checkPage(page, await page.getByRole('heading', { level: 1 }).innerText());
      await page.getByRole('button', { name: t('studio:conflict.mine') }).click();
      await expect(page.getByText(t('studio-blocks:done.save'))).toBeVisible();
      await page.reload();
      await expect(field('en')).toHaveValue(words.en);
      await expect(field('zh')).toHaveValue('');
      await publish.click();
      await expect(page.getByText(t('errors:blocks_faulty'))).toBeVisible();
      await expect(page.getByText(t('studio-blocks:findings.missing')).first()).toBeVisible();
      expect(await home()).not.toContain(words[lang]);

      await field('zh').fill(words.zh);
      if (kind === 'banner')
        await page
          .getByLabel(t('studio-blocks:banner.link'), { exact: true })
          .fill('/travel-card/listing');
      // A colleague sees it by its link, before anybody else does.
      await page.getByRole('button', { name: t('studio-texts:links.make') }).click();
      await expect(page.getByText(t('studio-texts:links.made'))).toBeVisible();
      const link = page.getByRole('link', { name: t('studio-texts:links.open') });
      const colleague = await page.context().newPage();
      await colleague.goto((await link.getAttribute('href'))!);
      await expect(
        colleague
          .frameLocator('iframe')
          .nth(lang === 'en' ? 0 : 1)
          .getByText(words[lang]),
      ).toBeVisible();
      await colleague.close();
      expect(await home()).not.toContain(words[lang]);

      const published = page.getByText(t('studio-blocks:done.publish'));
      if (kind === 'banner') {
        // A time that is over is refused; until one that is to come nobody sees the banner.
        const found = '2020-01-01 00:00';
        const until = page.getByLabel(t('studio-blocks:banner.until'), { exact: true });
        await until.fill('2020-01-01T00:00');
        await expect(
          page.getByText(t('studio-blocks:findings.time_past', { found })).first(),
        ).toBeVisible();
        await until.fill('');
        const from = page.getByLabel(t('studio-blocks:banner.from'), { exact: true });
        await from.fill('2090-01-01T00:00');
        await publish.click();
        await expect(published).toBeVisible();
        await expect(field('en')).toHaveValue(words.en);
        expect(await home()).not.toContain(words[lang]);
        await from.fill('');
        await expect(published).toHaveCount(0);
      }
      await publish.click();
      await expect(published).toBeVisible();
      await expect.poll(home, { timeout: 2000 }).toContain(words[lang]);
      await checkPage(page, (await page.getByRole('heading', { level: 1 }).textContent())!);

      await page.getByText(t('studio-blocks:history.restore'), { exact: true }).first().click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('studio-blocks:history.restore'), exact: true })
        .click();
      await expect(page.getByText(t('studio-blocks:done.restore'))).toBeVisible();
      await expect.poll(home, { timeout: 2000 }).not.toContain(words[lang]);
    });
  });
}
