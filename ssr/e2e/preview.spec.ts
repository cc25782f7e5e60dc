import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runContent } from './cli';
import { LANGS, expect, test } from './test';

// The site that the text is changed for; others keep theirs.
const UK = '22';
const TEXT = 'terms/disclaimer';
// One that is never translated, nor published.
const HALF = 'terms/cookie-policy';

type Draft = { preview: string };
type Receipt = { pages: { address: string; milliseconds?: number }[] };

// Another title each time: the same again would be nothing new.
const titles = { en: `What nobody promises ${Date.now()}`, zh: `没有人承诺的事 ${Date.now()}` };

/** Hands a text with these titles in and returns the link to its preview. */
async function handIn(text: string, given: Partial<typeof titles>): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'texts-'));
  try {
    for (const [lang, title] of Object.entries(given)) {
      const file = path.join(folder, lang, `${text}.md`);
      const head = `title: ${title}\nupdated: 2026-11-20\nseoTitle: ${title}\nseoDescription: ${title}`;
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, `---\n${head}\n---\n\n## 5G\n\n${title}\n`);
    }
    const drafts = await runContent('save', folder, '--tenant', UK, '--actor', 'e2e');
    return (drafts as Draft[]).at(-1)!.preview;
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('a draft is looked at in both languages, and published', async ({ page }) => {
  await page.goto(await handIn(HALF, { en: titles.en }));
  await expect(page.locator('section')).toHaveCount(2);
  await expect(page.locator('iframe')).toHaveCount(1);

  const link = await handIn(TEXT, titles);
  const shown = await page.goto(link);
  expect(shown!.headers()).toMatchObject({
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  });
  for (const [i, lang] of LANGS.entries()) {
    const draft = page.frameLocator('iframe').nth(i);
    await expect(draft.getByRole('heading', { level: 1 })).toHaveText(titles[lang]);
    await expect(draft.locator('main')).toContainText('e2e');
  }
  const published = new URL('/en/' + TEXT, link).href;
  await page.goto(published);
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(titles.en);

  const [receipt] = (await runContent(
    'publish',
    TEXT,
    '--tenant',
    UK,
    '--actor',
    'e2e',
  )) as Receipt[];
  const own = receipt!.pages.filter(({ address }) => address.includes(TEXT));
  expect(own).toHaveLength(4);
  // The other legal pages name this one.
  expect(receipt!.pages.length).toBeGreaterThan(own.length);
  for (const { address, milliseconds } of receipt!.pages) {
    expect(milliseconds, address).toBeLessThan(5000);
    const lang = LANGS.find((one) => address.includes(`/${one}/`))!;
    if (address.endsWith('.md')) continue;
    await page.goto(address);
    const names = address.includes(TEXT)
      ? page.getByRole('heading', { level: 1 })
      : page.locator('main').getByRole('link', { name: titles[lang], exact: true });
    await expect(names).toHaveText(titles[lang]);
  }

  // Taken away, the text that all sites share is there again.
  await runContent('withdraw', TEXT, '--tenant', UK, '--actor', 'e2e');
  await page.goto(published);
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(titles.en);
});

for (const lang of LANGS) {
  test.describe(() => {
    test.use({ lang });

    test(`a link that is not complete says so: ${lang}`, async ({ page, t, monitor }) => {
      monitor.allow(410);
      for (const address of ['/preview/x.1.y', `/${lang}/${TEXT}?preview=x.1.y`]) {
        await page.goto(address);
        await expect(page.getByRole('heading')).toHaveText(t('server:preview.gone'));
      }
      await page.locator('main').getByRole('link').click();
      await expect(page).toHaveURL(new RegExp(`/${lang}/${TEXT}$`));
    });
  });
}
