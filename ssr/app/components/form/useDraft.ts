import { useEffect, useRef, type RefObject } from 'react';
import { useActionErrors } from '../../router/page';
import { followForm, type Following } from '../../drafts/follow';

/**
 * For the form of a page, of which one is seen at a time: spread on it, what is typed goes along when the language is
 * switched, and with a `draft` is there again after Back, a reload, or a look at another page. Does nothing before React
 * runs.
 */
export function useDraft(following: Omit<Following, 'answered'> = {}): {
  ref: RefObject<HTMLFormElement | null>;
} {
  const { draft, owner } = following;
  const ref = useRef<HTMLFormElement>(null);
  const answered = useActionErrors().outcome !== undefined;
  useEffect(() => {
    if (ref.current) return followForm(ref.current, { ...following, answered });
    // Once for each form and owner: its later answers hold what was typed themselves.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [draft, owner]);
  return { ref };
}
