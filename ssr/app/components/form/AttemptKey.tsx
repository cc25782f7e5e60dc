import { useMemo } from 'react';
import { useActionErrors } from '../../router/page';

/** Hidden field `idempotencyKey` of a form that must not do its work twice. */
export function AttemptKey() {
  const errors = useActionErrors();
  const typed = errors.value('idempotencyKey');
  const key = useMemo(
    () => (keepsKey(errors.code) && typed ? typed : newKey()),
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

/** A key for one attempt; the same key and body give the same answer however often it is sent. */
export function newKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  // Browsers offer randomUUID on https and localhost only.
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

const UNKNOWN_OUTCOME = ['unavailable', 'in_progress', 'timeout', 'internal'];

/** Whether the last attempt may have gone through unseen: then the next one must carry its key. */
export function keepsKey(code: string | undefined): boolean {
  return code !== undefined && UNKNOWN_OUTCOME.includes(code);
}
