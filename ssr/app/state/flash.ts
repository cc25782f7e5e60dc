const KEY = 'roamcart.notice';

/** A message for the page that is loaded next. `text` is the key of its text, because the language may change. */
export type FlashMessage = { text: string; durationMs: number };

/** Stores a message in this tab, over a reload or a redirect. Without storage it is lost. */
export function storeFlash(notice: FlashMessage): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(notice));
  } catch {
    // Storage is refused or full.
  }
}

/** Whether a message is stored. */
export function hasFlash(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

/** Clears the session storage of this tab, which has the drafts of forms, too. */
export function clearTabStorage(): void {
  try {
    sessionStorage.clear();
  } catch {
    // Storage is refused: nothing was stored.
  }
}

/** Returns the stored message and deletes it. */
export function takeFlash(): FlashMessage | undefined {
  try {
    const stored = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return stored ? (JSON.parse(stored) as FlashMessage) : undefined;
  } catch {
    return undefined;
  }
}
