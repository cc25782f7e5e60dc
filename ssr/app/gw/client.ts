import { ofetch, type FetchOptions, type FetchResponse } from 'ofetch';
import { LANG_CODES, type Lang } from '../i18n/lang';
import type { CryptoKeyAnswer } from './seal';
import type {
  ErrorData,
  GetPath,
  GwBody,
  GwData,
  GwPlain,
  GwQuery,
  PostPath,
  SealedPath,
} from './types';
import { UNREACHABLE } from './unreachable';

/** A failed call; `message` is in the caller's language, `fields` by field name. */
export type GwError = {
  ok: false;
  status: number;
  code: string;
  message: string;
  fields: Record<string, string>;
  data?: ErrorData;
};

export type GwResult<T> = { ok: true; status: number; data: T } | GwError;

export type GwOptions = {
  /** false: the call does not show the loading mask. */
  loading?: false;
  /** Sent as `Idempotency-Key`: the same key and body get the first response again. */
  idempotencyKey?: string;
};

/** The gateway as pages and actions see it. Nothing here throws: errors are values. */
export type Gw = {
  get<P extends GetPath>(
    path: P,
    query?: GwQuery<P>,
    options?: GwOptions,
  ): Promise<GwResult<GwData<P, 'get'>>>;
  post<P extends PostPath>(
    path: P,
    body?: GwBody<P>,
    options?: GwOptions,
  ): Promise<GwResult<GwData<P, 'post'>>>;
  /** POST with the body encrypted. The same call, repeated while it is under way, gets the same result. */
  seal<P extends SealedPath>(
    path: P,
    body: GwPlain<P>,
    options?: GwOptions,
  ): Promise<GwResult<GwData<P, 'post'>>>;
};

/** What differs between the browser's client and the renderer's. */
export type GwPlatform = {
  /** Prefix of `/gw`: '' in the browser, the gateway's origin in the renderer. */
  origin: string;
  lang: Lang;
  application: string;
  /** Empty when the page has no site: the gateway then takes it from the host. */
  tenantId: string;
  /** Headers of one more call (the renderer's credentials and cookies). */
  headers?: () => Record<string, string>;
  /** Called with the headers of every response, e.g. to collect Set-Cookie. */
  onAnswer?: (headers: Headers) => void;
  timeoutMs?: number;
};

type Envelope = {
  success?: boolean;
  code?: string;
  message?: string;
  data?: unknown;
};

/**
 * A gateway client for one request or one tab. Retries are the specification's, which are ofetch's own:
 * once for GET on 408, 409, 425, 429, 500, 502, 503, 504, never for a write.
 */
export function createGw(platform: GwPlatform): Gw {
  const facts = LANG_CODES[platform.lang];
  const context = {
    langId: String(facts.langId),
    lang: facts.locale,
    application: platform.application,
    ...(platform.tenantId && { tenantId: platform.tenantId }),
  };
  let known: { answer: CryptoKeyAnswer; offset: number } | undefined;
  const inFlight = new Map<string, Promise<GwResult<never>>>();

  async function call<T>(
    path: string,
    options: FetchOptions<'json'>,
    extra: GwOptions = {},
  ): Promise<GwResult<T>> {
    let response: FetchResponse<unknown> | undefined;
    try {
      response = await ofetch.raw<unknown>(`${platform.origin}/gw${path}`, {
        credentials: 'same-origin',
        timeout: platform.timeoutMs ?? 15_000,
        ...options,
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          ...context,
          ...platform.headers?.(),
          ...(extra.idempotencyKey && { 'Idempotency-Key': extra.idempotencyKey }),
        },
      });
    } catch (error) {
      // An error status arrives here after its retries; without a response the server was not reached.
      response = (error as { response?: FetchResponse<unknown> }).response;
    }
    if (!response) return UNREACHABLE;
    platform.onAnswer?.(response.headers);
    return toResult<T>(response.status, response._data);
  }

  async function cryptoKey(fresh: boolean): Promise<typeof known> {
    if (known && !fresh) return known;
    // The browser caches the response, with a server time that may no longer fit its clock.
    const cache = fresh ? 'reload' : 'default';
    const result = await call<CryptoKeyAnswer>('/auth/crypto/key', { query: context, cache });
    if (!result.ok) return undefined;
    known = { answer: result.data, offset: result.data.serverTime - Date.now() };
    return known;
  }

  async function sealed<T>(
    path: string,
    body: Record<string, unknown> | string,
    options: GwOptions,
    fresh: boolean,
  ): Promise<GwResult<T>> {
    const key = await cryptoKey(fresh);
    if (!key) return UNREACHABLE;
    const now = Date.now() + key.offset;
    const { seal } = await import('./seal');
    const envelope = await seal(key.answer, 'POST', `/gw${path}`, body, now);
    const result = await call<T>(
      path,
      { method: 'POST', body: { ...envelope, ...context } },
      options,
    );
    // The key may have been rotated out, or the clock may have moved: try once more with a new key. The refused envelope was not acted on, so this cannot do anything twice.
    const stale = !result.ok && result.code === 'envelope_invalid' && !fresh;
    return stale ? sealed<T>(path, body, options, true) : result;
  }

  // The second of two clicks may be sealed after the answer to the first has ended the login that both need.
  function sealedOnce(
    path: string,
    body: Record<string, unknown>,
    options: GwOptions,
  ): Promise<GwResult<never>> {
    const name = JSON.stringify([path, body, options]);
    let result = inFlight.get(name);
    if (!result) {
      result = sealed<never>(path, body, options, false)
        .catch(() => UNREACHABLE)
        .finally(() => inFlight.delete(name));
      inFlight.set(name, result);
    }
    return result;
  }

  return {
    get: (path, query, options) => call(path, { query: { ...context, ...query } }, options),
    post: (path, body, options) =>
      call(
        path,
        { method: 'POST', body: { ...context, ...(body as object | undefined) } },
        options,
      ),
    // Without WebCrypto (plain http on a foreign host) or without the code for it nothing can be sent.
    seal: (path, body, options = {}) => sealedOnce(path, body as Record<string, unknown>, options),
  };
}

function toResult<T>(status: number, raw: unknown): GwResult<T> {
  const body: Envelope = typeof raw === 'object' && raw !== null ? raw : {};
  if (status >= 200 && status < 300 && body.success) {
    return { ok: true, status, data: body.data as T };
  }
  const data = body.data as ErrorData | null | undefined;
  return {
    ok: false,
    // A 2xx that is not a response of the gateway comes from a proxy in between.
    status: status < 400 ? 502 : status,
    code: body.code ?? (status === 429 ? 'rate_limited' : 'unavailable'),
    message: body.message ?? '',
    fields: data?.fields ?? {},
    ...(data && { data }),
  };
}
