import { createHash } from 'node:crypto';
import { applicationId } from '../../shared/constants.json';
import { createGw, type Gw, type GwResult } from '../app/gw/client';
import type { Page } from '../app/gw/page';
import { langOfPath } from '../app/i18n/lang';
import { CookieJar } from './cookies';

/** The gateway client of one page request. */
export type Gateway = {
  gw: Gw;
  /** The page at a prefixed path with query. */
  page: (path: string) => Promise<GwResult<Page>>;
  cookies: CookieJar;
  /** Retry-After of the gateway's latest response that had one, in seconds; '' when there was none. */
  retryAfter: () => string;
  /** Clear-Site-Data of the gateway's latest response that had it; '' when there was none. */
  clearSiteData: () => string;
};

export type GatewayOptions = { bffUrl: string; internalToken: string };

// Headers about the shopper that the front door sent and gets back with each gateway call, so that rate limits, tenants
// and logs are those of the shopper and not of the renderer.
const FORWARDED_HEADERS = [
  'x-roamcart-host',
  'x-roamcart-proto',
  'x-forwarded-for',
  'x-request-id',
  'traceparent',
  'user-agent',
];

/** The trace that a request belongs to, from the W3C header `traceparent` ("00-TRACE-SPAN-FLAGS"); undefined without a valid one. */
export function traceIdOf(traceparent: string | null | undefined): string | undefined {
  return /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/.exec(traceparent ?? '')?.[1];
}

/**
 * How long a call may take, in milliseconds: longer than the front door waits for the payment provider, so that its message is shown,
 * and short enough to render the form again before the front door gives up.
 */
export const CALL_TIMEOUT_MS = 12_000;

/** The header that deletes what a browser has stored, sent after a logout. */
export const CLEAR_SITE_DATA = 'Clear-Site-Data';

/** The page that the front door read and sent in the request's body, and the version of its data. */
export type PushedPage = { result: GwResult<Page>; version: string };

/** Parses the request's body. @throws SyntaxError */
export function parsePushedPage(text: string): PushedPage {
  return { result: JSON.parse(text) as GwResult<Page>, version: hashOf(text) };
}

/** A short hash of a text, safe in a header or an attribute. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 12);
}

/**
 * Creates the gateway client of one request, with the cookies and credentials of its browser. The page is the pushed one. After a
 * form post there is none, and the page is read from the gateway.
 */
export function requestGateway(
  request: Request,
  options: GatewayOptions,
  pushed?: PushedPage,
): Gateway {
  const cookies = new CookieJar(request.headers.get('cookie'));
  let retryAfter = '';
  let clearSiteData = '';
  const forwarded: Record<string, string> = { 'x-roamcart-internal': options.internalToken };
  for (const name of FORWARDED_HEADERS) {
    const value = request.headers.get(name);
    if (value) forwarded[name] = value;
  }
  const gw = createGw({
    origin: options.bffUrl,
    lang: langOfPath(new URL(request.url).pathname),
    application: String(applicationId),
    tenantId: request.headers.get('x-roamcart-tenant') ?? '',
    headers: () => {
      const headers = { ...forwarded };
      const cookie = cookies.header();
      const token = cookies.get('token');
      if (cookie) headers.cookie = cookie;
      if (token) headers.authorization = `Bearer ${token}`;
      return headers;
    },
    onAnswer: (headers) => {
      cookies.store(headers);
      retryAfter = headers.get('Retry-After') ?? retryAfter;
      clearSiteData = headers.get(CLEAR_SITE_DATA) ?? clearSiteData;
    },
    timeoutMs: CALL_TIMEOUT_MS,
  });
  return {
    gw,
    cookies,
    retryAfter: () => retryAfter,
    clearSiteData: () => clearSiteData,
    page: async (path) =>
      pushed ? pushed.result : ((await gw.get('/page/query', { path })) as GwResult<Page>),
  };
}
