import { crawl, langOf, type CrawlResult } from './crawl';
import { imageFaults, linkFaults, pictureFaults } from './linkFaults';
import {
  alternateFaults,
  indexFaults,
  languageFaults,
  policyFaults,
  reachFaults,
  termFaults,
  titleFaults,
} from './pageFaults';
import { priceFaults } from './priceFaults';
import { Site, forEachConcurrently } from './sites';
import { twinFaults } from './twinFaults';
import { weightFaults } from './weight';

// The shop as crawlers and assistants see it: no browser, no script, no cookie.

describe.each(['localhost', 'hk.localhost', 'uk.localhost'])('%s', (host) => {
  const site = new Site(host);
  let crawled: CrawlResult;

  beforeAll(async () => {
    crawled = await crawl(site);
  });

  afterAll(() => site.close());

  test('every address of the sitemaps is a page', async () => {
    expect(await site.text('/robots.txt')).toContain(`Sitemap: ${site.origin}/sitemap.xml`);
    expect(crawled.missing).toEqual([]);
    expect(crawled.pages.size).toBeGreaterThanOrEqual(150);
    expect([...new Set([...crawled.pages.keys()].map(langOf))].sort()).toEqual(['en', 'zh']);
  });

  test.each([
    ['no page sets a cookie, is kept from search engines, or names another address', indexFaults],
    ['every page has the content security policy of the site', policyFaults],
    ['every page names itself in every language, as the sitemaps do', alternateFaults],
    ['schema.org knows all JSON-LD', termFaults],
    ['every page has a Markdown twin that says what it says', twinFaults],
    ['every page is in its own language', languageFaults],
    ['titles and descriptions are shown whole and are unlike each other', titleFaults],
    ['links alone lead to every page', reachFaults],
    ['every link leads to a page', linkFaults],
    ['every image is one', imageFaults],
    ['every page has a picture of its own for sharing', pictureFaults],
    ['JSON-LD, text, feeds and cart agree about prices', priceFaults],
  ])('%s', async (_, faults) => {
    expect(await faults(crawled)).toEqual([]);
  });

  if (host !== 'localhost') return;

  test('every catalogue page is at most 30 kB, and its first 14 kB hold the heading and the first plan', async () => {
    expect(await weightFaults(crawled)).toEqual([]);
  });

  test('the guide for programs leads to twins and feeds only', async () => {
    const guide = await site.text('/llms.txt');
    const links = [...guide.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link!);
    expect(links.length).toBeGreaterThan(50);
    const twins = new Set([...crawled.pages.values()].map(({ head }) => head.markdown));
    const faults = links.filter((link) => !/\.(md|json|xml)$/.test(link));
    // Twins of the sitemaps' pages were asked for already.
    await forEachConcurrently(
      links.filter((link) => !twins.has(link)),
      async (link) => {
        const { status } = await site.fetch(link);
        if (status !== 200) faults.push(`${link} is ${status}`);
      },
    );
    expect(faults).toEqual([]);
  });
});
