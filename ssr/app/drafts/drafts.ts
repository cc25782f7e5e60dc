const KEY = 'roamcart.drafts';
const MAX_AGE_MS = 3_600_000;

/** The values of a form that was not sent, by field name. */
export type Values = Record<string, string[]>;

type Draft = { owner: string; at: number; values: Values };
type Drafts = Partial<Record<DraftName, Draft>>;

/** The forms whose drafts this tab stores. */
export type DraftName = 'order' | 'contact';

/** Stores a form's values in this tab, for their owner: a customer's e-mail, '' for a guest. Does nothing without storage. */
export function saveDraft(name: DraftName, owner: string, values: Values, now = Date.now()): void {
  write({ ...read(), [name]: { owner, at: now, values } });
}

/** The owner's draft of the last hour. An older draft, or one of another owner, is deleted. */
export function loadDraft(name: DraftName, owner: string, now = Date.now()): Values | undefined {
  const draft = read()[name];
  if (!draft) return undefined;
  if (draft.owner === owner && now - draft.at < MAX_AGE_MS) return draft.values;
  deleteDraft(name);
  return undefined;
}

/** Deletes the draft of a form that was sent. */
export function deleteDraft(name: DraftName): void {
  const { [name]: gone, ...others } = read();
  if (gone) write(others);
}

function read(): Drafts {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Drafts;
  } catch {
    return {};
  }
}

function write(drafts: Drafts): void {
  try {
    if (Object.keys(drafts).length > 0) sessionStorage.setItem(KEY, JSON.stringify(drafts));
    else sessionStorage.removeItem(KEY);
  } catch {
    // Storage is refused or full.
  }
}
