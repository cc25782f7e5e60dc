import { resolve } from 'node:path';
import type { Page, PageDataByKind, PageKind } from '../app/gw/page';
import { TABLE } from '../app/router/table';
import { createRenderer, type RenderedResponse, type Renderer } from '../server/renderer';
import { readLocales } from '../server/texts';
import { startFakeBff, type FakeBff } from './fakeBff';
import { assets, pageFixture, type PageParts } from './fixtures';

export type Shop = {
  bff: FakeBff;
  /** GET of a page as HTML. */
  open: (path: string) => Promise<{ status: number; html: string }>;
  /** A form post as a browser without JavaScript sends it. */
  post: (
    path: string,
    fields: Record<string, string>,
  ) => Promise<{ status: number; html: string; location: string | null; cookies: string[] }>;
  /** The Markdown twin of a page, handed over or not. */
  markdown: (path: string, given: boolean) => Promise<RenderedResponse>;
  close: () => Promise<void>;
};

/** The main part of a page that the gateway answers with `data`. */
export async function mainOf<K extends PageKind>(
  kind: K,
  data: PageDataByKind[K],
  path: string,
): Promise<string> {
  const shop = await openShop(kind, data);
  try {
    const { status, html } = await shop.open(path);
    expect(status).toBe(200);
    return html.slice(html.indexOf('<main'), html.indexOf('</main>'));
  } finally {
    await shop.close();
  }
}

/** The shop's own pages and texts over a gateway that answers every page with `data`; `more` replaces what is around them. */
export async function openShop<K extends PageKind>(
  kind: K,
  data: PageDataByKind[K],
  more: PageParts = {},
): Promise<Shop> {
  const bff = await startFakeBff();
  bff.on('/gw/page/query', ({ query }) => ({
    data: pageFixture(kind, query.get('path')!, { data: data as Page['data'], ...more }),
  }));
  const renderer: Renderer = createRenderer({
    assets,
    locales: readLocales(resolve(__dirname, '../../shared/locales')),
    bffUrl: bff.url,
    internalToken: 'token',
    table: TABLE,
    logError: (error) => {
      throw error;
    },
  });
  const url = (path: string) => `https://shop.test${path}`;
  return {
    bff,
    open: async (path) => {
      const answer = await renderer.document(new Request(url(path)));
      return { status: answer.status, html: answer.body ?? '' };
    },
    post: async (path, fields) => {
      const body = new URLSearchParams(fields);
      const answer = await renderer.document(new Request(url(path), { method: 'POST', body }));
      const location = answer.headers.get('Location');
      const cookies = answer.headers.getSetCookie();
      return { status: answer.status, html: answer.body ?? '', location, cookies };
    },
    markdown: (path, given) => {
      const page = pageFixture(kind, path.replace('.md', ''), {
        data: data as Page['data'],
        ...more,
      });
      const result = { ok: true as const, status: 200, data: page, message: '' };
      return renderer.markdown(new Request(url(path)), given ? { result, version: '' } : undefined);
    },
    close: () => bff.close(),
  };
}
