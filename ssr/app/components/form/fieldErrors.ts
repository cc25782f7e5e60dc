import type { GwError } from '../../gw/client';

/**
 * Assigns the message of an error to the field that it is about, when the gateway gives only a code.
 * @param names the form's names of fields that have another name in the gateway
 */
export function withFieldError(error: GwError, names: Record<string, string> = {}): GwError {
  const found = { ...error.fields };
  const about = FIELD_OF[error.code];
  if (about) found[about] = error.message;
  const called: Record<string, string> = { target: 'email', ...names };
  const fields = Object.fromEntries(
    Object.entries(found).map(([name, message]) => [called[name] ?? name, message]),
  );
  return { ...error, fields };
}

/** Removes the messages of some fields from an error. */
export function withoutFields(error: GwError, ...names: string[]): GwError {
  const fields = Object.entries(error.fields).filter(([name]) => !names.includes(name));
  return { ...error, fields: Object.fromEntries(fields) };
}

const FIELD_OF: Record<string, string> = {
  order_not_found: 'orderNo',
  order_email_mismatch: 'email',
  email_exists: 'email',
  email_not_registered: 'email',
  email_unchanged: 'email',
  phone_exists: 'phone',
  password_incorrect: 'currentPassword',
  same_password: 'password',
  code_incorrect: 'code',
  code_expired: 'code',
  code_tries_exceeded: 'code',
  code_too_soon: 'code',
  code_limit: 'code',
};
