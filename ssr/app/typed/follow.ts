import { carryOver } from './carry';
import { draftOf, keepDraft, type DraftName } from './drafts';
import { fillIn, isTouched, typedIn } from './fields';

export type Following = {
  /** Keeps a draft of the form under this name. */
  draft?: DraftName;
  /** Whom the page is for: a customer's e-mail, '' for a guest. */
  owner?: string;
  /** The form came with what was typed before, from the server. */
  answered?: boolean;
  /** Gets the names of the fields that were filled in again from the draft. */
  restored?: (names: readonly string[]) => void;
};

/** Keeps what is typed in a form from being lost. Returns the way out. */
export function followForm(form: HTMLFormElement, following: Following): () => void {
  const { draft, owner = '', answered, restored } = following;
  const stop = carryOver(form);
  if (!draft) return stop;
  const kept = answered ? undefined : draftOf(draft, owner);
  const names = kept ? fillIn(form, kept) : [];
  if (names.length > 0) restored?.(names);
  const keep = () => keepDraft(draft, owner, typedIn(form));
  if (isTouched(form)) keep();
  form.addEventListener('input', keep);
  return () => {
    form.removeEventListener('input', keep);
    stop();
  };
}
