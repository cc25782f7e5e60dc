import type { PageDataByKind } from '../app/gw/page';
import { shell } from './fixtures';
import { plan } from './plans';
import { openShop } from './shopPages';

const HOME: PageDataByKind['home'] = {
  groups: [],
  featured: [
    plan('asia', 2, {
      destinations: [
        { code: 'TW', name: 'Taiwan' },
        { code: 'JP', name: 'Japan' },
      ],
    }).goods,
  ],
  faq: [],
  destinations: ['JP', 'TW'].map((code) => ({
    code,
    flag: '',
    name: code,
    fromPrice: 650,
    currency: 'USD',
    href: `/travel-card/destination/${code.toLowerCase()}`,
  })),
};

/** The pictures of destinations on the home page of a site with neutral tiles, as they stand there. */
async function pictures(tiles?: string[]): Promise<string[]> {
  const shop = await openShop('home', HOME, { shell: { ...shell(), ...(tiles && { tiles }) } });
  try {
    const { html } = await shop.open('/en/home');
    return html.match(/<img [^>]*assets\/flags[^>]*>/g) ?? [];
  } finally {
    await shop.close();
  }
}

const FLAG = (name: string) =>
  `<img src="/assets/flags/${name}.webp" alt="" width="24" height="16" loading="lazy" fetchPriority="low" class="flag"/>`;
const TILE = (name: string) =>
  `<img src="/assets/flags/${name}.webp" alt="" width="42" height="28" loading="lazy" fetchPriority="low" class="h-5 w-[30px] shrink-0 rounded-sm object-cover edge sm:h-7 sm:w-[42px]"/>`;

test('a destination is shown by its flag by default', async () => {
  expect(await pictures()).toEqual([TILE('jp'), TILE('tw'), FLAG('tw'), FLAG('jp')]);
});

test('a destination that the site shows by a neutral tile has it in every size, and the others keep their flags', async () => {
  expect(await pictures(['HK', 'TW'])).toEqual([
    TILE('jp'),
    TILE('tile'),
    FLAG('tile'),
    FLAG('jp'),
  ]);
});
