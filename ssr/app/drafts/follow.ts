import { draftOf, keepDraft, type DraftName } from './drafts';
import { fillIn, touchedIn, typedIn } from './fields';
import { carryOver } from './otherLanguage';

export type Following = {
  /** Keeps a draft of the form under this name. */
  draft?: DraftName;
  /** Whom the page is for: a customer's e-mail, '' for a guest. */
  owner?: string;
  /** The form came with what was typed before, from the server. */
  answered?: boolean;
  /** Gets the names of the fields that are not as the server sent them: from the draft, or touched before React ran. */
  touched?: (names: readonly string[]) => void;
};

/** Keeps what is typed in a form from being lost. Returns the way out. */
export function followForm(form: HTMLFormElement, following: Following): () => void {
  const { draft, owner = '', answered, touched } = following;
  const stop = carryOver(form);
  if (!draft) return stop;
  const kept = answered ? undefined : draftOf(draft, owner);
  const early = touchedIn(form);
  const names = [...early, ...(kept ? fillIn(form, kept) : [])];
  if (names.length > 0) touched?.(names);
  const keep = () => keepDraft(draft, owner, typedIn(form));
  if (touchedIn(form).length > 0) keep();
  form.addEventListener('input', keep);
  return () => {
    form.removeEventListener('input', keep);
    stop();
  };
}
