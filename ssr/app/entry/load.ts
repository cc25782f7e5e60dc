import { redirect, redirectDocument } from 'react-router';
import { addTexts } from '../i18n/instance';
import type { i18n as I18n } from 'i18next';
import type { Page } from '../gw/page';
import { langOfPath } from '../i18n/lang';
import { isPagePath } from '../router/paths';
import { payloadPath } from '../router/payloadPath';
import { mayReload } from './reload';
import { REDIRECT_HEADER, type PagePayload } from './payload';

/** How long a page may take, in milliseconds. */
const LIMIT_MS = 15_000;

/** The statuses after which a GET is sent once more, `retryStatuses` of the constants in fewer bytes. */
const MAY_PASS = /^(40[89]|42[59]|50[0234])$/;

/** The tab a page is loaded into. */
export type Tab = {
  build: string;
  translator: I18n;
  /** The page on the screen, when this is its address. */
  shown: (address: string) => Page | undefined;
  /** Whether a newer build is known: the next page is loaded as a document. */
  isOld: () => boolean;
  /** Part of the address that no request has, with its `#`; or empty. */
  hash: () => string;
  /** Told whether it worked, when the page on the screen was revalidated. */
  revalidated: (worked: boolean) => void;
};

/**
 * The browser's side of the root loader: one request for `_payload.json`, which brings data and texts. What cannot be read
 * again stays as it is. Everything else that is no page of this build and language becomes a document load: another
 * language or site, a newer build, no answer or none that is a payload, within 15 s. After a status that may pass the data is
 * asked for once more.
 * @throws Response (redirect)
 */
export async function loadPage(request: Request, tab: Tab): Promise<Page> {
  const { pathname, search } = new URL(request.url);
  const address = `${pathname}${search}`;
  const shown = tab.shown(address);
  const lang = langOfPath(pathname);
  const leave = () => redirectDocument(`${address}${tab.hash()}`);
  if (lang !== tab.translator.language || (!shown && tab.isOld())) throw leave();
  const { to, payload } = await ask(payloadPath(pathname, search), request.signal);
  if (to !== undefined) {
    throw isPagePath(to) && langOfPath(to) === lang ? redirect(to) : redirectDocument(to);
  }
  if (shown) tab.revalidated(payload !== null);
  if (!payload) {
    if (shown) return shown;
    throw leave();
  }
  // Whoever reads a page again is in the middle of something.
  if (!shown && payload.build !== tab.build && mayReload(pathname)) throw leave();
  addTexts(tab.translator, payload.texts);
  return payload.page;
}

type Answer = {
  /** Where the page is instead. */
  to?: string;
  /** null when none came. */
  payload: PagePayload | null;
};

async function ask(url: string, signal: AbortSignal): Promise<Answer> {
  const limit = new AbortController();
  const stop = () => limit.abort();
  const timer = setTimeout(stop, LIMIT_MS);
  signal.addEventListener('abort', stop);
  const get = () => fetch(url, { signal: limit.signal, headers: { accept: 'application/json' } });
  try {
    let response = await get();
    if (MAY_PASS.test(`${response.status}`)) response = await get();
    const to = response.status === 204 ? (response.headers.get(REDIRECT_HEADER) ?? '/') : undefined;
    return { to, payload: to === undefined ? await readPayload(response) : null };
  } catch (error) {
    if (signal.aborted) throw error;
    return { payload: null };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

/** The payload in an answer; null when there is none. */
export async function readPayload(response: Response): Promise<PagePayload | null> {
  if (!response.headers.get('content-type')?.startsWith('application/json')) return null;
  const body = (await response.json().catch(() => null)) as PagePayload | null;
  return body?.page ? body : null;
}
