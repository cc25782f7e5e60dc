import { isRouteErrorResponse } from 'react-router';

/** The public part of an error; the error page has a text for each code. */
export type PublicError = { status: number; code: string; requestId: string };

/** The gateway could not be reached, or answered 5xx; a retry may work. */
export class GatewayDown extends Error {
  override name = 'GatewayDown';
}

/**
 * Reduces an error to what may leave the renderer: status, code and request id. Messages, stacks and thrown values are only
 * logged.
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
