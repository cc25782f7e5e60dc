/** Storage key of the install pages that this device must not cache again. */
const STORAGE_KEY = 'roamcart.notKept';
const MAX_OPT_OUTS = 20;

/** Paths of the install pages that the shopper has removed from this device. */
export function optOuts(): string[] {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]') as string[];
  } catch {
    return [];
  }
}

/** Stores or deletes the choice that an install page must not be cached. */
export function setOptOut(pathname: string, optedOut: boolean): void {
  const others = optOuts().filter((path) => path !== pathname);
  const paths = optedOut ? [...others, pathname].slice(-MAX_OPT_OUTS) : others;
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(paths));
  } catch {
    // No storage: the choice lasts as long as the page.
  }
}

/**
 * The only script of the offline page. A worker cannot write to localStorage, so this script stores that a page which is removed
 * there must not be cached again by the next visit.
 */
export const OPT_OUT_SCRIPT = `
addEventListener('submit', ({ target }) => {
  try {
    const known = JSON.parse(localStorage.getItem('${STORAGE_KEY}') ?? '[]');
    const paths = [...known, target.elements.path.value].slice(-${MAX_OPT_OUTS});
    localStorage.setItem('${STORAGE_KEY}', JSON.stringify(paths));
  } catch {}
});`;
