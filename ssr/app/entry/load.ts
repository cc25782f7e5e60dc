import { redirect, redirectDocument } from 'react-router';
import { addTexts } from '../i18n/instance';
import type { i18n as I18n } from 'i18next';
import type { Page } from '../gw/page';
import { langOfPath } from '../i18n/lang';
import { isPagePath } from '../router/paths';
import { payloadPath } from '../router/payloadPath';
import { mayReload } from './reload';
import { REDIRECT_HEADER, type PagePayload } from './payload';
import { withTimeLimit } from './timeLimit';

/** Timeout of one page, in milliseconds. */
const TIMEOUT_MS = 15_000;

/** The statuses after which a GET is sent once more, `retryStatuses` of the constants in fewer bytes. */
const RETRY_STATUS = /^(40[89]|42[59]|50[0234])$/;

/** The pages that run the provider's script, which the policy of other documents forbids (bff/api/guard/headers.go). */
const PAYMENT_PAGE = /^\/\w+\/(order|payment|test)(\/|$)/;

/** The state of the tab that a page is loaded into. */
export type Tab = {
  build: string;
  /** The path of the document. */
  documentPath: string;
  translator: I18n;
  /** The current page, when this is its address; else undefined. */
  currentPage: (address: string) => Page | undefined;
  /** Whether the server has a newer build: the next page is then loaded as a document. */
  isOutdated: () => boolean;
  /** The fragment of the navigation's address with its `#`, or ''. */
  hash: () => string;
  /** Called after the current page was revalidated. */
  onRevalidated: (worked: boolean) => void;
};

/**
 * The browser's side of the root loader: one request for `_payload.json`, which brings data and texts. When
 * the current page cannot be read again, it stays as it is. Everything else that is not a page of this build and language becomes a
 * document load: another language or site, the checkout or a payment
 * from a document whose policy forbids the provider's script, a newer build, no response within 15 s, or one that is not a payload. After a
 * status that may be temporary the request is sent once more.
 * @throws Response (redirect)
 */
export async function loadPage(request: Request, tab: Tab): Promise<Page> {
  const { pathname, search } = new URL(request.url);
  const address = `${pathname}${search}`;
  const current = tab.currentPage(address);
  const lang = langOfPath(pathname);
  const toDocument = () => redirectDocument(`${address}${tab.hash()}`);
  const policyDiffers = PAYMENT_PAGE.test(pathname) && !PAYMENT_PAGE.test(tab.documentPath);
  if (lang !== tab.translator.language || (!current && (policyDiffers || tab.isOutdated())))
    throw toDocument();
  const { to, payload } = await fetchPayload(payloadPath(pathname, search), request.signal);
  if (to !== undefined) {
    throw isPagePath(to) && langOfPath(to) === lang ? redirect(to) : redirectDocument(to);
  }
  if (current) tab.onRevalidated(payload !== null);
  if (!payload) {
    if (current) return current;
    throw toDocument();
  }
  // A revalidation never leaves the page: the shopper is in the middle of something.
  if (!current && payload.build !== tab.build && mayReload(pathname)) throw toDocument();
  addTexts(tab.translator, payload.texts);
  return payload.page;
}

type PayloadResponse = {
  /** Target of a redirect. */
  to?: string;
  /** null when the response has none. */
  payload: PagePayload | null;
};

async function fetchPayload(url: string, signal: AbortSignal): Promise<PayloadResponse> {
  try {
    return await withTimeLimit(TIMEOUT_MS, signal, async (limit) => {
      const get = () => fetch(url, { signal: limit, headers: { accept: 'application/json' } });
      let response = await get();
      if (RETRY_STATUS.test(`${response.status}`)) response = await get();
      const to =
        response.status === 204 ? (response.headers.get(REDIRECT_HEADER) ?? '/') : undefined;
      return { to, payload: to === undefined ? await readPayload(response) : null };
    });
  } catch (error) {
    if (signal.aborted) throw error;
    return { payload: null };
  }
}

/** Reads the payload of a response; null when it has none. */
export async function readPayload(response: Response): Promise<PagePayload | null> {
  if (!response.headers.get('content-type')?.startsWith('application/json')) return null;
  const body = (await response.json().catch(() => null)) as PagePayload | null;
  return body?.page ? body : null;
}
