import { withTimeLimit } from '../../../ssr/app/entry/timeLimit';
import { i18n, currentLang } from '../i18n';

/** A call that failed: the server answered with an error, or did not answer. `message` is for people, in the Studio's current language. */
export class ApiError extends Error {
  override name = 'ApiError';
  constructor(
    message: string,
    /** The fault's code; `offline` when no answer came. */
    readonly code: string,
    /** HTTP status, 0 when no answer came. */
    readonly status: number,
    /** What is wrong with fields, by name. */
    readonly fields: Record<string, string> = {},
    readonly data: unknown = undefined,
  ) {
    super(message);
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** How long the server may take to answer, in milliseconds. */
export const TIMEOUT_MS = 30_000;

/**
 * Calls the Studio's server.
 * @param path below `/studio/api`, with its leading slash
 * @param body sent as JSON
 * @returns the answer's JSON, undefined where it has none
 * @throws ApiError, `offline` also when no answer came in time, or one that is not the server's; what `signal` aborts
 */
export async function call<T = undefined>(
  method: Method,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<T> {
  const init: RequestInit = { method, headers: { lang: currentLang() } };
  if (method !== 'GET') {
    init.headers = { ...init.headers, 'Content-Type': 'application/json' };
    if (body !== undefined) init.body = JSON.stringify(body);
  }
  try {
    return await withTimeLimit(TIMEOUT_MS, signal, async (limit) =>
      read<T>(await fetch(`/studio/api${path}`, { ...init, signal: limit })),
    );
  } catch (error) {
    if (error instanceof ApiError || signal?.aborted) throw error;
    throw offline();
  }
}

// A success has JSON or is a 204. Anything else is the page of a proxy or a captive portal, and nothing has been saved.
async function read<T>(answer: Response): Promise<T> {
  if (answer.status === 204) return undefined as T;
  const payload = parse(await answer.text());
  if (!answer.ok) throw apiErrorOf(answer.status, payload);
  if (payload === undefined) throw offline();
  return payload as T;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Makes the ApiError of a call without an answer of the server. */
export function offline(): ApiError {
  return new ApiError(i18n.t('common.offline'), 'offline', 0);
}

type ErrorBody = {
  code?: string;
  message?: string;
  fields?: Record<string, string>;
  data?: unknown;
};

/** Makes the ApiError of an error answer. @param payload its JSON, undefined where it has none */
export function apiErrorOf(status: number, payload: unknown): ApiError {
  const { code = 'internal', message, fields, data } = (payload ?? {}) as ErrorBody;
  return new ApiError(message ?? i18n.t('common.failed'), code, status, fields, data);
}

/** Returns an ApiError as it is, and one with a general message for any other thrown value. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError(i18n.t('common.failed'), 'internal', 0);
}
