// Which cached pages were removed a short while ago. The page and the worker both cache and remove pages; a page that is being
// fetched while it is removed must not come back.

const REMOVALS = 'roamcart-removals';
/** The entry for all pages. */
const ALL = '/';
/** How long a removal is remembered, in milliseconds: longer than any fetch of a page takes. */
const RETENTION_MS = 60_000;

/** The last removals of a page and of all pages, to be compared by {@link removedSince}. */
export type Removals = readonly (string | undefined)[];

/**
 * Stores that a page, or without a path every page, is removed. Has to be called before the page is deleted. On a device without
 * free space nothing is stored; such a device does not store the page that is being fetched either.
 */
export async function recordRemoval(pathname = ALL): Promise<void> {
  await store(pathname).catch(() => undefined);
}

async function store(pathname: string): Promise<void> {
  const removals = await caches.open(REMOVALS);
  const now = Date.now();
  await removals.put(pathname, new Response(`${now} ${Math.random()}`));
  for (const entry of await removals.keys()) {
    const time = Number.parseInt((await (await removals.match(entry))?.text()) ?? '', 10);
    if (now - time > RETENTION_MS) await removals.delete(entry);
  }
}

/** Reads the last removals before a page is fetched. */
export async function lastRemovals(pathname: string): Promise<Removals> {
  if (!(await caches.has(REMOVALS))) return [undefined, undefined];
  const removals = await caches.open(REMOVALS);
  return Promise.all([pathname, ALL].map(async (key) => (await removals.match(key))?.text()));
}

/** Whether a page was removed after the given removals were read. Has to be called after the page is stored. */
export async function removedSince(before: Removals, pathname: string): Promise<boolean> {
  const last = await lastRemovals(pathname);
  return last.some((removal, i) => removal !== undefined && removal !== before[i]);
}
