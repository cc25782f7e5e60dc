/** Where this device remembers which install pages it must not keep again. */
const REFUSED = 'roamcart.notKept';
const REFUSED_MAX = 20;

/** Paths of the install pages that were removed by hand. */
export function refused(): string[] {
  try {
    return JSON.parse(localStorage.getItem(REFUSED) ?? '[]') as string[];
  } catch {
    return [];
  }
}

/** Remembers or forgets that an install page must not be kept. */
export function refuse(pathname: string, yes: boolean): void {
  const others = refused().filter((path) => path !== pathname);
  const paths = yes ? [...others, pathname].slice(-REFUSED_MAX) : others;
  try {
    localStorage.setItem(REFUSED, JSON.stringify(paths));
  } catch {
    // No storage: the choice lasts as long as the page.
  }
}

/**
 * The script of the offline page, which has no other: a worker cannot write to this storage. What is removed there is not
 * kept again by the next visit.
 */
export const REFUSE_ON_SUBMIT = `
addEventListener('submit', ({ target }) => {
  try {
    const known = JSON.parse(localStorage.getItem('${REFUSED}') ?? '[]');
    const paths = [...known, target.elements.path.value].slice(-${REFUSED_MAX});
    localStorage.setItem('${REFUSED}', JSON.stringify(paths));
  } catch {}
});`;
