import type { GwError } from './client';

/** The result of a call without a response. */
export const UNREACHABLE: GwError = {
  ok: false,
  status: 503,
  code: 'unavailable',
  message: '',
  fields: {},
};
