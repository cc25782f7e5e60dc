const KEY = 'roamcart.drafts';
const LASTS_MS = 3_600_000;

/** What was typed in a form and not sent, by field name. */
export type Values = Record<string, string[]>;

type Draft = { owner: string; at: number; values: Values };
type Drafts = Partial<Record<DraftName, Draft>>;

/** The forms whose drafts this tab keeps. */
export type DraftName = 'order' | 'contact';

/** Keeps in this tab what a form holds, for its owner: a customer's e-mail, '' for a guest. Without storage, nothing. */
export function keepDraft(name: DraftName, owner: string, values: Values, now = Date.now()): void {
  write({ ...read(), [name]: { owner, at: now, values } });
}

/** What this owner typed within the last hour. Anybody else's is erased. */
export function draftOf(name: DraftName, owner: string, now = Date.now()): Values | undefined {
  const draft = read()[name];
  if (!draft) return undefined;
  if (draft.owner === owner && now - draft.at < LASTS_MS) return draft.values;
  eraseDraft(name);
  return undefined;
}

/** For a form that has done its work. */
export function eraseDraft(name: DraftName): void {
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
