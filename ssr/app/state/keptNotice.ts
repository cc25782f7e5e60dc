const KEY = 'roamcart.notice';

/** A message for the page that is loaded next; `text` is the key of its text, for the language may change. */
export type KeptNotice = { text: string; durationMs: number };

/** Keeps a message over a reload or a redirect, in this tab. Without storage it is lost, and nothing else. */
export function keepNotice(notice: KeptNotice): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(notice));
  } catch {
    // Storage is refused or full.
  }
}

/** Whether a message waits for a page that can show it. */
export function isNoticeKept(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

/** Forgets everything that this tab keeps, such as drafts of forms. */
export function forgetTab(): void {
  try {
    sessionStorage.clear();
  } catch {
    // Storage is refused: nothing was kept.
  }
}

/** The kept message, once. */
export function takeNotice(): KeptNotice | undefined {
  try {
    const kept = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return kept ? (JSON.parse(kept) as KeptNotice) : undefined;
  } catch {
    return undefined;
  }
}
