import { redirect, redirectDocument } from 'react-router';
import { addTexts } from '../i18n/instance';
import type { i18n as I18n } from 'i18next';
import type { Page } from '../gw/page';
import { isPagePath } from '../router/paths';
import { payloadPath } from '../router/payloadPath';
import type { PublicError } from '../router/errors';
import { mayReload } from './reload';
import { REDIRECT_HEADER, type PagePayload } from './payload';

/**
 * The browser's side of the root loader: one request for `_payload.json`, which brings data and texts.
 * A newer build, a redirect off the site, or an answer that is no payload becomes a document load.
 * @throws Response (redirect) or PublicError
 */
export async function loadPage(request: Request, build: string, translator: I18n): Promise<Page> {
  const { pathname, search, hash } = new URL(request.url);
  const response = await fetchPayload(payloadPath(pathname, search), request.signal);
  if (response.status === 204) {
    const to = response.headers.get(REDIRECT_HEADER) ?? '/';
    throw isPagePath(to) ? redirect(to) : redirectDocument(to);
  }
  const payload = await readPayload(response);
  if (!payload) {
    throw publicError(response.status >= 400 ? response.status : 502);
  }
  if (payload.build !== build && mayReload(pathname)) {
    throw redirectDocument(`${pathname}${search}${hash}`);
  }
  addTexts(translator, payload.texts);
  return payload.page;
}

async function fetchPayload(url: string, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(url, {
      signal,
      credentials: 'same-origin',
      headers: { accept: 'application/json' },
    });
  } catch (error) {
    if (signal.aborted) throw error;
    throw publicError(503);
  }
}

/** The payload in an answer; null when there is none. */
export async function readPayload(response: Response): Promise<PagePayload | null> {
  if (!response.headers.get('content-type')?.startsWith('application/json')) return null;
  const body = (await response.json().catch(() => null)) as PagePayload | null;
  return body?.page ? body : null;
}

function publicError(status: number): PublicError {
  const code = status === 404 ? 'not_found' : status === 503 ? 'unavailable' : 'internal';
  return { status, code, requestId: '' };
}
