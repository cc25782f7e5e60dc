import { loadDraft, saveDraft, type DraftName } from './drafts';
import { restoreValues, changedFields, formValues } from './fields';
import { sendOnLanguageSwitch } from './otherLanguage';

export type DraftOptions = {
  /** Stores a draft of the form under this name. */
  draft?: DraftName;
  /** Owner of the draft: a customer's e-mail, '' for a guest. */
  owner?: string;
  /** The server has filled the form in with the values of a form post. */
  answered?: boolean;
  /** Called with the names of the fields that differ from their defaults: restored from the draft, or changed before React ran. */
  touched?: (names: readonly string[]) => void;
};

/** Saves a form as a draft while it is typed into, and sends it along on a language switch. Returns a function that stops both. */
export function trackForm(form: HTMLFormElement, options: DraftOptions): () => void {
  const { draft, owner = '', answered, touched } = options;
  const stop = sendOnLanguageSwitch(form);
  if (!draft) return stop;
  const kept = answered ? undefined : loadDraft(draft, owner);
  const early = changedFields(form);
  const names = [...early, ...(kept ? restoreValues(form, kept) : [])];
  if (names.length > 0) touched?.(names);
  const keep = () => saveDraft(draft, owner, formValues(form));
  if (changedFields(form).length > 0) keep();
  form.addEventListener('input', keep);
  return () => {
    form.removeEventListener('input', keep);
    stop();
  };
}
