import type { GwError } from './client';

/** How a call ends that nobody answered. */
export const UNREACHABLE: GwError = {
  ok: false,
  status: 503,
  code: 'unavailable',
  message: '',
  fields: {},
};
