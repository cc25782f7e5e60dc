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

/**
 * Calls the Studio's server.
 * @param path below `/studio/api`, with its leading slash
 * @param body sent as JSON
 * @returns the answer's JSON, undefined where it has none
 * @throws ApiError
 */
export async function call<T = undefined>(
  method: Method,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<T> {
  const init: RequestInit = { method, headers: { lang: currentLang() }, signal };
  if (method !== 'GET') {
    init.headers = { ...init.headers, 'Content-Type': 'application/json' };
    if (body !== undefined) init.body = JSON.stringify(body);
  }
  let answer: Response;
  try {
    answer = await fetch(`/studio/api${path}`, init);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(i18n.t('common.offline'), 'offline', 0);
  }
  if (answer.status === 204) return undefined as T;
  const payload: unknown = await answer.json().catch(() => undefined);
  if (answer.ok) return payload as T;
  throw apiErrorOf(answer.status, payload);
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
