import { i18n, lang } from '../i18n';

/** An answer that says no, or that did not come. `message` is for people, in the language that is shown. */
export class Refusal extends Error {
  override name = 'Refusal';
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
 * @throws Refusal
 */
export async function call<T = undefined>(
  method: Method,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<T> {
  const init: RequestInit = { method, headers: { lang: lang() }, signal };
  if (method !== 'GET') {
    init.headers = { ...init.headers, 'Content-Type': 'application/json' };
    if (body !== undefined) init.body = JSON.stringify(body);
  }
  let answer: Response;
  try {
    answer = await fetch(`/studio/api${path}`, init);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refusal(i18n.t('common.offline'), 'offline', 0);
  }
  if (answer.status === 204) return undefined as T;
  const said: unknown = await answer.json().catch(() => undefined);
  if (answer.ok) return said as T;
  throw refusal(answer.status, said);
}

type Said = { code?: string; message?: string; fields?: Record<string, string>; data?: unknown };

/** The refusal that an answer says. */
export function refusal(status: number, said: unknown): Refusal {
  const { code = 'internal', message, fields, data } = (said ?? {}) as Said;
  return new Refusal(message ?? i18n.t('common.failed'), code, status, fields, data);
}

/** What went wrong, as people are told. */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  return new Refusal(i18n.t('common.failed'), 'internal', 0);
}
