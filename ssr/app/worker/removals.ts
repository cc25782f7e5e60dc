// When a cached page was last removed. The page and the worker both cache and remove pages; a page that is being fetched while it
// is removed must not come back. Nothing says which page it was: whoever removes one leaves no trace of its order.

const REMOVALS = 'roamcart-removals';
const ENTRY = '/';

/**
 * Stores that a page is removed. Has to be called before the page is deleted. On a device without free space nothing is stored;
 * such a device does not store the page that is being fetched either.
 */
export async function recordRemoval(): Promise<void> {
  const entry = new Response(`${Date.now()} ${Math.random()}`);
  await caches
    .open(REMOVALS)
    .then((removals) => removals.put(ENTRY, entry))
    .catch(() => undefined);
}

/** Identifies the last removal; undefined when there was none. */
export async function lastRemoval(): Promise<string | undefined> {
  if (!(await caches.has(REMOVALS))) return undefined;
  return (await (await caches.open(REMOVALS)).match(ENTRY))?.text();
}
