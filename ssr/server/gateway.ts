import { createHash } from 'node:crypto';
import { applicationId } from '../../shared/constants.json';
import { createGw, type Gw, type GwResult } from '../app/gw/client';
import type { Page } from '../app/gw/page';
import { langOfPath } from '../app/i18n/lang';
import { CookieJar } from './cookies';

/** The gateway as one page request sees it. */
export type Gateway = {
  gw: Gw;
  /** The page at a prefixed path with query. */
  page: (path: string) => Promise<GwResult<Page>>;
  cookies: CookieJar;
  /** When the gateway wants to be asked again, in seconds as it said it; '' when it refused nothing for that. */
  retryAfter: () => string;
  /** What the browser is to forget, in the words of Clear-Site-Data; '' when nothing. */
  forgets: () => string;
};

export type GatewayOptions = { bffUrl: string; internalToken: string };

// What the front door said about its caller and must hear again, so that limits, tenants and logs
// know the shopper and not the renderer.
const PASSED_ON = [
  'x-roamcart-host',
  'x-roamcart-proto',
  'x-forwarded-for',
  'x-request-id',
  'traceparent',
  'user-agent',
];

/** The trace that a request belongs to, from the W3C header `traceparent` ("00-TRACE-SPAN-FLAGS"); undefined where none is recorded. */
export function traceIdOf(traceparent: string | null | undefined): string | undefined {
  return /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/.exec(traceparent ?? '')?.[1];
}

/** What a browser forgets whose shopper has left. */
export const FORGET_HEADER = 'Clear-Site-Data';

/** What the front door gathered for a page and handed over with the request, with the name of that state of the data. */
export type GivenPage = { result: GwResult<Page>; version: string };

/** Reads what the front door handed over. @throws SyntaxError */
export function readGiven(text: string): GivenPage {
  return { result: JSON.parse(text) as GwResult<Page>, version: versionOf(text) };
}

/** Names a state of data by the text that says it: the same for the same text, in a header or an attribute. */
export function versionOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 12);
}

/**
 * A gateway client that speaks for the browser behind `request`; made anew for every request. The page is the given one. After a
 * form there is none: what the form changed is read from the gateway.
 */
export function requestGateway(
  request: Request,
  options: GatewayOptions,
  given?: GivenPage,
): Gateway {
  const cookies = new CookieJar(request.headers.get('cookie'));
  let retryAfter = '';
  let forgets = '';
  const fixed: Record<string, string> = { 'x-roamcart-internal': options.internalToken };
  for (const name of PASSED_ON) {
    const value = request.headers.get(name);
    if (value) fixed[name] = value;
  }
  const gw = createGw({
    origin: options.bffUrl,
    lang: langOfPath(new URL(request.url).pathname),
    application: String(applicationId),
    tenantId: request.headers.get('x-roamcart-tenant') ?? '',
    headers: () => {
      const headers = { ...fixed };
      const cookie = cookies.header();
      const token = cookies.get('token');
      if (cookie) headers.cookie = cookie;
      if (token) headers.authorization = `Bearer ${token}`;
      return headers;
    },
    onAnswer: (headers) => {
      cookies.take(headers);
      retryAfter = headers.get('Retry-After') ?? retryAfter;
      forgets = headers.get(FORGET_HEADER) ?? forgets;
    },
    timeoutMs: 10_000,
  });
  return {
    gw,
    cookies,
    retryAfter: () => retryAfter,
    forgets: () => forgets,
    page: async (path) =>
      given ? given.result : ((await gw.get('/page/query', { path })) as GwResult<Page>),
  };
}
