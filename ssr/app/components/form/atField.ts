import type { GwError } from '../../gw/client';

/**
 * The same refusal with its message beside the field it is about, where the gateway names only a code.
 * @param names what the form calls a field that the gateway calls otherwise
 */
export function atField(error: GwError, names: Record<string, string> = {}): GwError {
  const found = { ...error.fields };
  const about = FIELD_OF[error.code];
  if (about) found[about] = error.message;
  const called: Record<string, string> = { target: 'email', ...names };
  const fields = Object.fromEntries(
    Object.entries(found).map(([name, message]) => [called[name] ?? name, message]),
  );
  return { ...error, fields };
}

/** The same refusal without what it says about some fields. */
export function without(error: GwError, ...names: string[]): GwError {
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
