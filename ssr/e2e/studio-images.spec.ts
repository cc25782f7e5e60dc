import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { LANGS, expect, test, type Lang } from './test';
import { checkPage, enterStudio } from './studio';

// Staff upload images, say what they show, and put them into texts.

test.use({ viewport: { width: 1440, height: 900 } });

type Texts = (key: string, params?: Record<string, unknown>) => string;

let last = 0;
const someone = () => `images-${process.pid}-${Date.now()}-${(last += 1)}@example.com`;

/** A picture of its own: no other run has uploaded it. */
async function picture(): Promise<Buffer> {
  const background = { r: Date.now() % 256, g: process.pid % 256, b: (last += 1) % 256 };
  const text = `<svg width="1000" height="600"><text x="9" y="99" font-size="60">${someone()}</text></svg>`;
  return sharp({ create: { width: 1000, height: 600, channels: 3, background } })
    .composite([{ input: Buffer.from(text) }])
    .png()
    .toBuffer();
}

const file = (buffer: Buffer) => ({ name: 'map.png', mimeType: 'image/png', buffer });

/** Uploads an image on the page of images and returns its card. */
async function uploaded(page: Page, lang: Lang, t: Texts) {
  await page.goto('/studio/images');
  const input = page.locator('input[type=file]');
  await input.setInputFiles(file(Buffer.from('<svg onload="alert(1)"/>')));
  await expect(page.getByText(t('errors:image_not_supported'))).toBeVisible();
  const answer = page.waitForResponse((one) => one.url().endsWith('/api/images') && one.ok());
  await input.setInputFiles(file(await picture()));
  const { hash } = (await (await answer).json()) as { hash: string };
  const card = page.getByRole('listitem').filter({ has: page.locator(`img[src*="${hash}"]`) });
  await expect(card.getByText(t('studio-images:list.undescribed'))).toBeVisible();
  await checkPage(page, t('studio-images:list.title'));
  await card.getByRole('button', { name: t('studio-images:describe.save') }).click();
  await expect(card.getByText(t('errors:image_alt_required')).first()).toBeVisible();
  await card.getByLabel(t('studio-images:describe.en')).fill('A <b>map</b>');
  await card.getByLabel(t('studio-images:describe.zh')).fill('一张地图');
  await card.getByRole('button', { name: t('studio-images:describe.save') }).click();
  await expect(
    card.getByRole('img', { name: lang === 'zh' ? '一张地图' : 'A <b>map</b>' }),
  ).toBeVisible();
  return { card, hash };
}

test.describe(() => {
  test.use({ lang: 'en' });

  test('an image is uploaded, described, put into both languages and published', async ({
    page,
    t,
    monitor,
  }) => {
    for (const status of [401, 409, 415, 422]) monitor.allow(status);
    await enterStudio(page, 'publisher', 'Cy', 'en', t);
    const { hash } = await uploaded(page, 'en', t);

    await page.goto('/studio/texts/service/monthly-plans');
    const editor = (locale: Lang) =>
      page.getByRole('textbox', {
        name: t('studio-texts:bench.bodyOf', { language: t(`studio-texts:languages.${locale}`) }),
      });
    const column = (locale: Lang) =>
      page.getByRole('region', { name: t(`studio-texts:languages.${locale}`), exact: true });
    const dialog = page.getByRole('dialog', { name: t('studio-images:pick.title') });

    // By keyboard, out of those that are there.
    await editor('en').getByRole('paragraph').first().click();
    await page.keyboard.press('End');
    await column('en')
      .getByRole('button', { name: t('studio-texts:edit.image') })
      .focus();
    await page.keyboard.press('Enter');
    await dialog.locator(`button:has(img[src*="${hash}"])`).focus();
    await page.keyboard.press('Enter');
    await expect(editor('en').getByRole('img', { name: 'A <b>map</b>' })).toBeVisible();

    // Pasted, and described while it is inserted.
    await editor('zh').getByRole('paragraph').first().click();
    await page.keyboard.press('End');
    const pasted = (await picture()).toString('base64');
    await editor('zh').evaluate((node, base64) => {
      const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], 'pasted.png', { type: 'image/png' }));
      node.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    }, pasted);
    await dialog.getByLabel(t('studio-images:describe.en')).fill('A port');
    await dialog.getByLabel(t('studio-images:describe.zh')).fill('码头');
    // Meanwhile a colleague describes it: the words are compared, and theirs are taken.
    const other = await page.context().newPage();
    await other.goto('/studio/images');
    const src = await dialog.getByRole('presentation').getAttribute('src');
    const card = other.getByRole('listitem').filter({ has: other.locator(`img[src="${src}"]`) });
    await card.getByLabel(t('studio-images:describe.en')).fill('A harbour');
    await card.getByLabel(t('studio-images:describe.zh')).fill('港口');
    await card.getByRole('button', { name: t('studio-images:describe.save') }).click();
    await expect(card.getByText(t('studio-images:describe.saved'))).toBeVisible();
    await other.close();
    await dialog.getByRole('button', { name: t('studio-images:pick.insert') }).click();
    await expect(dialog.getByText('A harbour')).toBeVisible();
    await dialog.getByRole('button', { name: t('studio:conflict.theirs') }).click();
    await dialog.getByRole('button', { name: t('studio-images:pick.insert') }).click();
    await expect(editor('zh').getByRole('img', { name: '港口' })).toBeVisible();
    for (const locale of LANGS)
      await expect(column(locale).getByRole('status').first()).toHaveText(
        t('studio-texts:status.saved'),
      );
    await checkPage(page, (await page.getByRole('heading', { level: 1 }).textContent())!);
    await page.getByRole('button', { name: t('studio-texts:publish.now') }).click();
    await expect(page.getByText(t('studio-texts:publish.done'))).toBeVisible();

    for (const [locale, alt] of [
      ['en', 'A <b>map</b>'],
      ['zh', '港口'],
    ] as const) {
      await page.goto(`/${locale}/services/monthly-plans`);
      const shown = page.getByRole('img', { name: alt });
      await shown.scrollIntoViewIfNeeded();
      await expect
        .poll(() =>
          shown.evaluate((img: HTMLImageElement) => [img.naturalWidth > 0, img.currentSrc]),
        )
        .toEqual([true, expect.stringMatching(/\/images\/[0-9a-f]{32}-\d+\.webp$/)]);
      expect(await shown.getAttribute('width')).toBe('1000');
    }
    await page.goto('/studio/images');
    const used = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('img', { name: 'A harbour' }) });
    await expect(used.getByText(t('studio-images:list.uses'))).toBeVisible();
    await expect(used.getByRole('button', { name: /^Delete/ })).toHaveCount(0);
    // The page beside the editor runs no script, and the browser says so.
    const real = monitor.problems.filter((one) => !one.includes('Blocked script execution'));
    monitor.problems.splice(0, Infinity, ...real);
  });
});

test.describe(() => {
  test.use({ lang: 'zh' });

  test('an image is uploaded, described and deleted, in Chinese', async ({ page, t, monitor }) => {
    for (const status of [401, 415, 422]) monitor.allow(status);
    await enterStudio(page, 'publisher', 'Cy', 'zh', t);
    const { card } = await uploaded(page, 'zh', t);
    await card.getByRole('button', { name: /^删除/ }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('studio-images:list.delete') })
      .click();
    await expect(card).toHaveCount(0);
  });
});
