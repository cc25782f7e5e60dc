import { isRouteErrorResponse } from 'react-router';

/** All that a page may learn about a failure; its words are the error page's. */
export type PublicError = { status: number; code: string; requestId: string };

/** The gateway could not be asked, or answered 5xx: the page may be there again in a moment. */
export class GatewayDown extends Error {
  override name = 'GatewayDown';
}

/**
 * What of an error may leave the renderer: a status, a code, the request's id. Messages, stacks and
 * thrown values stay in the log.
 */
export function toPublicError(error: unknown, requestId: string): PublicError {
  if (isPublicError(error)) return error;
  if (error instanceof GatewayDown) return { status: 503, code: 'unavailable', requestId };
  if (isRouteErrorResponse(error)) {
    return { status: error.status, code: CODES[error.status] ?? 'internal', requestId };
  }
  return { status: 500, code: 'internal', requestId };
}

const CODES: Record<number, string> = {
  400: 'bad_request',
  404: 'not_found',
  405: 'method_not_allowed',
  429: 'rate_limited',
  503: 'unavailable',
};

function isPublicError(error: unknown): error is PublicError {
  if (typeof error !== 'object' || error === null || error instanceof Error) return false;
  const keys = Object.keys(error).sort().join();
  return keys === 'code,requestId,status' && typeof (error as PublicError).status === 'number';
}
