import { resolve } from 'node:path';
import type { ReactNode } from 'react';
import { Footer } from '../app/components/frame/Footer';
import { ListingFilters } from '../app/components/listing/ListingFilters';
import { CHOICES } from '../app/components/listing/listingQuery';
import { CompareChoice } from '../app/components/plan/CompareChoice';
import { PlanGrid } from '../app/components/plan/PlanCard';
import { Providers } from '../app/entry/Providers';
import type { Page, Shell } from '../app/gw/page';
import type { Goods } from '../app/gw/types';
import type { Lang } from '../app/i18n/lang';
import { useTranslation } from '../app/i18n/react';
import { FragmentContext, useFragment } from '../app/router/fragment';
import { PageContext } from '../app/router/page';
import { Fragments } from '../server/fragments';
import { readLocales } from '../server/texts';
import { Translators } from '../server/translators';
import { pageFixture, shell } from './fixtures';
import { plan } from './plans';

const translators = new Translators(readLocales(resolve(__dirname, '../../shared/locales')));
const JP = plan('jp-3g-7', 1, { destinations: [{ code: 'JP', name: 'Japan' }] }).goods;
const TW = plan('tw-3g-7', 9, { destinations: [{ code: 'TW', name: '<Taiwan>' }] }).goods;

type Asked = { lang?: Lang; more?: Partial<Shell>; namespaces?: string[]; path?: string };

/** Renders as the renderer does, or as the browser does where nothing writes fragments. */
function render(fragments: Fragments | null, children: ReactNode, asked: Asked = {}) {
  const { lang = 'en', more, namespaces = ['common', 'plan'], path = `/${lang}/faq` } = asked;
  const page = pageFixture('faq', path, { shell: { ...shell(), ...more } });
  const translator = translators.with(lang, namespaces);
  return (fragments ?? new Fragments()).render(translator, page, (write) => (
    <Providers translator={translator} gw={null} navigate={null}>
      <PageContext.Provider value={page}>
        <FragmentContext.Provider value={fragments && write}>{children}</FragmentContext.Provider>
      </PageContext.Provider>
    </Providers>
  ));
}

const cards = (fragments: Fragments | null, items: Goods[], asked?: Asked) =>
  render(fragments, <PlanGrid items={items} heading="h2" choice={CompareChoice} />, asked).html;

test.each<[string, Asked]>([
  ['English', {}],
  ['Chinese', { lang: 'zh' }],
  ['a site with neutral tiles', { more: { tiles: ['TW'] } }],
])('cards that are remembered are those that the browser renders: %s', (_, asked) => {
  const fragments = new Fragments();
  const expected = cards(null, [JP, TW], asked);
  expect(expected).toContain('/assets/flags/jp.webp');
  expect(cards(fragments, [JP, TW], asked)).toBe(expected);
  expect(cards(fragments, [JP, TW], asked)).toBe(expected);
});

test.each<Lang>(['en', 'zh'])('so are the boxes of destinations and the footer: %s', (lang) => {
  const fragments = new Fragments();
  const destinations = ['JP', 'TW'].map((code) => ({ code, name: code, count: 3 }));
  const facets = Object.fromEntries(CHOICES.map((name) => [name, []])) as never;
  const parts = (countries: string[]) => (
    <>
      <ListingFilters
        query={{ countries, sort: 1 } as never}
        facets={facets}
        destinations={destinations as never}
        destinationRequired={countries.length > 1}
      />
      <Footer hidden={countries.length > 1} />
    </>
  );
  const asked = { lang, namespaces: ['common', 'footer', 'listing'] };
  for (const countries of [[], ['JP'], ['JP', 'TW'], []]) {
    const expected = render(null, parts(countries), asked);
    const found = render(fragments, parts(countries), asked);
    expect(found.html).toBe(expected.html);
    expect(found.fragments).toHaveLength(2);
    expect(expected.fragments).toHaveLength(0);
  }
});

test('a language, a site, a price, a heading or texts of other pages have cards of their own', () => {
  const fragments = new Fragments();
  const dearer = { ...JP, price: 990 };
  const asked: Asked[] = [
    {},
    { lang: 'zh' },
    { more: { tiles: ['JP'] } },
    { namespaces: ['common'] },
  ];
  for (const one of asked) {
    for (const items of [[JP, TW], [dearer]]) {
      expect(cards(fragments, items, one)).toBe(cards(null, items, one));
      const plain = <PlanGrid items={items} />;
      expect(render(fragments, plain, one).html).toBe(render(null, plain, one).html);
    }
  }
});

test('a fragment is rendered once, whatever page it stands on', () => {
  const rendered = jest.fn();
  function Counted() {
    rendered();
    return <b>{useTranslation().t('plan:view')}</b>;
  }
  function Part({ data }: { data: unknown }) {
    return <p {...useFragment([data], <Counted />)} />;
  }
  const fragments = new Fragments();
  const first = render(fragments, <Part data="a" />);
  expect(first.html).toMatch(/^<p><b>[^<]+<\/b><\/p>$/);
  expect(first.rest).not.toContain('<b>');
  expect(render(fragments, <Part data="a" />, { path: '/en/faq?keyword=b' })).toEqual(first);
  expect(rendered).toHaveBeenCalledTimes(1);
  render(fragments, <Part data="b" />);
  expect(rendered).toHaveBeenCalledTimes(2);
  // Filters of a listing are endless, and each has boxes of its own.
  const long = 'x'.repeat(1_000_000);
  for (let n = 0; n < 6; n += 1) render(fragments, <Part data={`${n}${long}`} />);
  expect(rendered).toHaveBeenCalledTimes(8);
  render(fragments, <Part data="a" />);
  expect(rendered).toHaveBeenCalledTimes(9);
});

test('texts that are written for one page are not remembered for others', () => {
  const fragments = new Fragments();
  function Title() {
    const { t } = useTranslation();
    return <p {...useFragment(['title'], <b>{t('home:hero.title')}</b>)} />;
  }
  for (const title of ['Go far', 'Go farther']) {
    const page = { ...pageFixture('home', '/en/home'), data: { words: { 'hero.title': title } } };
    const translator = translators.with('en', ['common', 'home'], page as Page);
    const { html } = fragments.render(translator, page as Page, (write) => (
      <Providers translator={translator} gw={null} navigate={null}>
        <FragmentContext.Provider value={write}>
          <Title />
        </FragmentContext.Provider>
      </Providers>
    ));
    expect(html).toBe(`<p><b>${title}</b></p>`);
  }
});

test('page text that looks like a fragment placeholder is unchanged', () => {
  const text = '<!--fragment 0--> <!--fragment 7-->';
  const { html } = render(new Fragments(), <p>{text}</p>);
  expect(html).toBe('<p>&lt;!--fragment 0--&gt; &lt;!--fragment 7--&gt;</p>');
});
