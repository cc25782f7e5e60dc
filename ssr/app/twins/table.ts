import type { Page, PageKind } from '../gw/page';
import { article, whyUs } from './article';
import { contact } from './contact';
import { destination } from './destination';
import { detail } from './detail';
import { esim } from './esim';
import { faq } from './faq';
import { home } from './home';
import { listing } from './listing';
import { which } from './which';
import { document, type Block, type Writer } from './writer';

type Twin<K extends PageKind> = {
  /** Text namespaces that the twin needs besides `common`. */
  i18n: string[];
  /** Writes the content of the page, without what works only in a browser. */
  write: (page: Page<K>, w: Writer) => Block[];
};

/** The Markdown twins by the kind of their page: every kind that may be indexed has one (a test of the page table holds that). */
export const TWINS: { [K in PageKind]?: Twin<K> } = {
  home: { i18n: ['home', 'plan'], write: home },
  listing: { i18n: ['listing', 'plan'], write: listing },
  group: { i18n: ['listing', 'plan'], write: listing },
  destination: { i18n: ['destination', 'plan'], write: destination },
  which: { i18n: ['which', 'plan'], write: which },
  detail: { i18n: ['detail', 'plan', 'destination'], write: detail },
  esim: { i18n: ['esim', 'content'], write: esim },
  esim_module: { i18n: ['esim', 'content'], write: esim },
  service: { i18n: ['content'], write: article },
  terms: { i18n: ['content'], write: article },
  faq: { i18n: ['content'], write: faq },
  contact: { i18n: ['contact'], write: contact },
  why_us: { i18n: ['content'], write: whyUs },
};

/** The twin of a kind of page; undefined where it has none. */
export function twinOf(
  kind: PageKind,
): { i18n: string[]; text: (page: Page, w: Writer) => string } | undefined {
  // `kind` determines the type of the data.
  const twin = TWINS[kind] as Twin<PageKind> | undefined;
  return twin && { i18n: twin.i18n, text: (page, w) => document(twin.write(page, w)) };
}
