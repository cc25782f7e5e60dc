import { useMemo } from 'react';
import { useActionErrors } from '../../router/page';

/** Hidden field `idempotencyKey` of a form that must not take effect twice. */
export function AttemptKey() {
  const errors = useActionErrors();
  const typed = errors.value('idempotencyKey');
  const key = useMemo(
    () => (mustReuseKey(errors.code) && typed ? typed : newKey()),
    // Each answer ends one attempt; a new attempt needs a new key.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [errors.outcome],
  );
  return (
    <input
      type="hidden"
      name="idempotencyKey"
      key={key}
      defaultValue={key}
      suppressHydrationWarning
    />
  );
}

/** A key for one attempt; the same key and body always get the same response. */
export function newKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  // Browsers offer randomUUID on https and localhost only.
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

const UNKNOWN_OUTCOME = ['unavailable', 'in_progress', 'timeout', 'internal'];

/** Whether the outcome of the last attempt is unknown: then the next attempt must have the same key. */
export function mustReuseKey(code: string | undefined): boolean {
  return code !== undefined && UNKNOWN_OUTCOME.includes(code);
}
