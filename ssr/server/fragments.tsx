import type { i18n as I18n } from 'i18next';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { Providers } from '../app/entry/Providers';
import type { Page, Shell } from '../app/gw/page';
import { FRAGMENT_SHELL, type WriteFragment } from '../app/router/fragment';
import { PageContext } from '../app/router/page';
import { keyOf, usedNames, type UsedNames } from './sheet';
import { overridesOf } from './texts';

/** A rendered part of pages, with the names in it that select style rules. */
type Fragment = { html: string; used: UsedNames };

/** A rendered React tree. */
export type Rendered = {
  html: string;
  /** `html` with placeholders instead of fragments. */
  rest: string;
  fragments: readonly Fragment[];
};

/**
 * The cache is cleared at this many characters of fragments and their keys. A card takes 3,000, the filter boxes of a listing
 * 25,000, and a listing has more combinations of filters than there is memory for.
 */
const MAX_CHARACTERS = 6_000_000;

/**
 * Caches the HTML of parts that many pages have in common, such as plan cards (see `useFragment`). The key is the data, the texts
 * and the site; a fragment holds nothing of a visitor.
 */
export class Fragments {
  readonly #rendered = new Map<string, Fragment>();
  readonly #used = new Map<string, UsedNames>();
  readonly #contextNumbers = new WeakMap<I18n, Map<string, number>>();
  #last = 0;
  #size = 0;

  /** Renders the tree of a page. `treeOf` gets the function that writes fragments, null for a page whose fragments are not cached. */
  render(
    translator: I18n,
    page: Page | undefined,
    treeOf: (write: WriteFragment | null) => ReactNode,
  ): Rendered {
    // Overrides make the texts of this page unlike those of the cached fragments.
    if (!page || overridesOf(page)) {
      const html = flattened(renderToString(treeOf(null)));
      return { html, rest: html, fragments: [] };
    }
    const site = sitePage(page.shell);
    const context = this.#contextNumber(translator, JSON.stringify(site.shell));
    const fragments: Fragment[] = [];
    const write: WriteFragment = (data, children) => {
      const key = context + JSON.stringify(data);
      const known = this.#rendered.get(key);
      fragments.push(known ?? this.#store(key, renderPart(translator, site, children)));
      return `<!--fragment ${fragments.length - 1}-->`;
    };
    const rest = flattened(renderToString(treeOf(write)));
    const html = rest
      .split(PLACEHOLDER)
      .map((part, at) => (at % 2 === 1 ? (fragments[Number(part)]?.html ?? '') : part))
      .join('');
    return { html, rest, fragments };
  }

  // A number for texts and site, as the first part of cache keys.
  #contextNumber(translator: I18n, site: string): number {
    let sites = this.#contextNumbers.get(translator);
    if (!sites) this.#contextNumbers.set(translator, (sites = new Map()));
    let number = sites.get(site);
    if (number === undefined) sites.set(site, (number = this.#last += 1));
    return number;
  }

  #store(key: string, html: string): Fragment {
    this.#size += key.length + html.length;
    if (this.#size > MAX_CHARACTERS) {
      this.#rendered.clear();
      this.#used.clear();
      this.#size = key.length + html.length;
    }
    const fragment = { html, used: this.#sharedNames(html) };
    this.#rendered.set(key, fragment);
    return fragment;
  }

  // Thousands of fragments have equal sets of names; they share one.
  #sharedNames(html: string): UsedNames {
    const used = usedNames(html);
    const name = keyOf(used);
    const known = this.#used.get(name);
    if (known) return known;
    this.#used.set(name, used);
    return used;
  }
}

const PLACEHOLDER = /<!--fragment (\d+)-->/;

// A page with only what fragments may depend on.
function sitePage(shell: Shell): Page {
  const same = Object.fromEntries(FRAGMENT_SHELL.map((name) => [name, shell[name]]));
  return { shell: same } as unknown as Page;
}

function renderPart(translator: I18n, site: Page, children: ReactNode): string {
  return flattened(
    renderToString(
      <Providers translator={translator} gw={null} navigate={null}>
        <PageContext.Provider value={site}>{children}</PageContext.Provider>
      </Providers>,
    ),
  );
}

// React builds its HTML by concatenation, which V8 keeps as a rope. Reading a character flattens the rope, in this string only:
// a longer string that contains it would be flattened again each time.
function flattened(text: string): string {
  text.charCodeAt(0);
  return text;
}
