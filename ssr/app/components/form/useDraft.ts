import { useEffect, useRef, type RefObject } from 'react';
import { useActionErrors } from '../../router/page';
import { trackForm, type DraftOptions } from '../../drafts/trackForm';

/**
 * Returns props for the form of a page, of which one is visible at a time. The typed values are sent along when the language is
 * switched, and with a `draft` are restored after Back, a reload, or a visit to another page. Does nothing before hydration.
 */
export function useDraft(options: Omit<DraftOptions, 'answered'> = {}): {
  ref: RefObject<HTMLFormElement | null>;
} {
  const { draft, owner } = options;
  const ref = useRef<HTMLFormElement>(null);
  const answered = useActionErrors().outcome !== undefined;
  useEffect(() => {
    if (ref.current) return trackForm(ref.current, { ...options, answered });
    // Once for each form and owner: its later answers hold what was typed themselves.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [draft, owner]);
  return { ref };
}
