import { readHead } from './head';
import { Site } from './sites';

test('noindex is in the robots meta element and in X-Robots-Tag', async () => {
  const site = new Site('localhost');
  const listing = '/en/travel-card/listing';
  for (const [path, status, indexed] of [
    [listing, 200, true],
    [`${listing}?countries=JP`, 200, true],
    [`${listing}?data=lt5`, 200, true],
    [`${listing}?countries=JP,KR`, 200, false],
    [`${listing}?countries=JP&days=lt7`, 200, false],
    [`${listing}?sort=2`, 200, false],
    [`${listing}?page=2`, 200, false],
    [`${listing}?page=99`, 404, false],
    [`${listing}?keyword=japan`, 200, false],
    [`${listing}?countries=ZZ`, 404, false],
    [`${listing}?data=much`, 404, false],
    [`${listing}?sort=9`, 404, false],
    ['/zh/cart', 200, false],
    ['/zh/my-order', 200, false],
    ['/zh/login', 200, false],
    ['/en/test/payment', 200, false],
    ['/en/services/nothing', 404, false],
    ['/en/nothing', 404, false],
  ] as const) {
    const { status: got, headers, body } = await site.fetch(path);
    const { robots, canonical, alternates } = readHead(body.toString(), site.origin + path);
    const said = { path, status: got, head: robots, header: headers['x-robots-tag'] };
    const want = indexed ? undefined : 'noindex';
    expect(said).toEqual({ path, status, head: want, header: want });
    expect(Object.keys(alternates)).toHaveLength(indexed ? 3 : 0);
    if (indexed) expect(canonical).toBe(site.origin + path.replace('?data=lt5', ''));
  }
  const payload = await site.fetch(`${listing}/_payload.json`);
  expect(payload.headers['x-robots-tag']).toBe('noindex');
  site.close();
});
