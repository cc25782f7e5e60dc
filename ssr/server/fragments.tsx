import type { i18n as I18n } from 'i18next';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { Providers } from '../app/entry/Providers';
import type { Page, Shell } from '../app/gw/page';
import { FRAGMENT_SHELL, type WriteFragment } from '../app/router/fragment';
import { PageContext } from '../app/router/page';
import { keyOf, usedNames, type UsedNames } from './sheet';
import { wordsOf } from './texts';

/** A part of pages as it was rendered once, with what a style sheet has to know of it. */
type Fragment = { html: string; used: UsedNames };

/** A React tree that was rendered. */
export type Rendered = {
  html: string;
  /** What of `html` is in none of the fragments. */
  rest: string;
  fragments: readonly Fragment[];
};

/**
 * As many characters of fragments and their data are remembered. A card takes 3,000 of them, the boxes of a listing 25,000, and a
 * listing can be filtered in more ways than there is memory for.
 */
const REMEMBERED = 6_000_000;

/**
 * The HTML of parts that many pages have in common, such as the cards of plans (see `useFragment`). What was rendered once is
 * rendered again only when its data, the texts or the site are others; it holds nothing of a visitor.
 */
export class Fragments {
  readonly #rendered = new Map<string, Fragment>();
  readonly #used = new Map<string, UsedNames>();
  readonly #surroundings = new WeakMap<I18n, Map<string, number>>();
  #last = 0;
  #size = 0;

  /** Renders the tree of a page. `treeOf` gets what writes fragments, null where there are none. */
  render(
    translator: I18n,
    page: Page | undefined,
    treeOf: (write: WriteFragment | null) => ReactNode,
  ): Rendered {
    // Texts that are written for this page alone are nobody else's.
    if (!page || wordsOf(page)) {
      const html = joined(renderToString(treeOf(null)));
      return { html, rest: html, fragments: [] };
    }
    const site = siteOf(page.shell);
    const around = this.#numberOf(translator, JSON.stringify(site.shell));
    const fragments: Fragment[] = [];
    const write: WriteFragment = (data, children) => {
      const key = around + JSON.stringify(data);
      const known = this.#rendered.get(key);
      fragments.push(known ?? this.#keep(key, renderPart(translator, site, children)));
      return `<!--fragment ${fragments.length - 1}-->`;
    };
    const rest = joined(renderToString(treeOf(write)));
    const html = rest
      .split(MARK)
      .map((part, at) => (at % 2 === 1 ? (fragments[Number(part)]?.html ?? '') : part))
      .join('');
    return { html, rest, fragments };
  }

  // Stands for texts and site in the keys of fragments.
  #numberOf(translator: I18n, site: string): number {
    let sites = this.#surroundings.get(translator);
    if (!sites) this.#surroundings.set(translator, (sites = new Map()));
    let number = sites.get(site);
    if (number === undefined) sites.set(site, (number = this.#last += 1));
    return number;
  }

  #keep(key: string, html: string): Fragment {
    this.#size += key.length + html.length;
    if (this.#size > REMEMBERED) {
      this.#rendered.clear();
      this.#used.clear();
      this.#size = key.length + html.length;
    }
    const fragment = { html, used: this.#usedBy(html) };
    this.#rendered.set(key, fragment);
    return fragment;
  }

  // Thousands of fragments have the same names in them as some other one.
  #usedBy(html: string): UsedNames {
    const used = usedNames(html);
    const name = keyOf(used);
    const known = this.#used.get(name);
    if (known) return known;
    this.#used.set(name, used);
    return used;
  }
}

const MARK = /<!--fragment (\d+)-->/;

// A page that has nothing but what fragments may depend on.
function siteOf(shell: Shell): Page {
  const same = Object.fromEntries(FRAGMENT_SHELL.map((name) => [name, shell[name]]));
  return { shell: same } as unknown as Page;
}

function renderPart(translator: I18n, site: Page, children: ReactNode): string {
  return joined(
    renderToString(
      <Providers translator={translator} gw={null} navigate={null}>
        <PageContext.Provider value={site}>{children}</PageContext.Provider>
      </Providers>,
    ),
  );
}

// React leaves a text in thousands of parts. V8 joins them where a character is looked at, and only in the text that is looked at: in
// one that this is a part of, it would do so again each time.
function joined(text: string): string {
  text.charCodeAt(0);
  return text;
}
