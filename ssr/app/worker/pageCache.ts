import { lastRemoval, recordRemoval } from './removals';

/** How many install pages a device caches, and for how many days. */
export const MAX_CACHED_PAGES = 5;
export const CACHE_DAYS = 30;

const PAGES = 'roamcart-installs';
const ASSETS = 'roamcart-assets-';
const CACHED_AT = 'x-kept-at';
const DAY_MS = 86_400_000;
/** Timeout of one page or file. */
const TIMEOUT_MS = 10_000;

/** Whether a path is the install page of an order, `/en/my-order/{orderNo}/install`: the only private page that is ever cached. */
export function isInstallPage(pathname: string): boolean {
  return orderNoOf(pathname) !== undefined;
}

/** The order number in the address of an install page. */
export function orderNoOf(pathname: string): string | undefined {
  return /^\/(?:en|zh)\/my-order\/([A-Z0-9]+)\/install$/.exec(pathname)?.[1];
}

/** A file whose name changes with its content: `/assets/boot-B3xk9_aQ.js`. */
export function isHashedAsset(pathname: string): boolean {
  return /^\/assets\/[\w.-]+-[\w-]{8,}\.[a-z0-9]+$/.test(pathname);
}

/** The statuses of a page that this browser may no longer see, or that is gone. */
export const ACCESS_LOST = new Set([401, 403, 404, 410]);

/**
 * Fetches an install page and caches it with the files it needs. When this browser may no longer see the page, the cached copy is
 * deleted. A page that is removed while it is fetched, in whichever tab, stays removed.
 * @returns whether the page is cached
 * @throws TypeError without a connection, DOMException after 10 s, Error for a response that is not the shop's page, such as
 * 503 or a captive portal; a cached copy then stays
 */
export async function cacheInstallPage(pathname: string, now = Date.now()): Promise<boolean> {
  if (!isInstallPage(pathname)) return false;
  const removalBefore = await lastRemoval();
  const answer = await fetch(pathname, {
    credentials: 'same-origin',
    headers: { accept: 'text/html' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const pages = await caches.open(PAGES);
  if (ACCESS_LOST.has(answer.status) || answer.redirected) {
    await pages.delete(pathname);
    return false;
  }
  if (answer.status !== 200) throw new Error(`status ${answer.status} for ${pathname}`);
  const { page, html, build } = await shopPage(answer);
  page.headers.set(CACHED_AT, String(now));
  if (!(await putUnlessRemoved(pathname, page, removalBefore))) return false;
  await evictOld(now);
  await cacheAssetsOf(build, html);
  return true;
}

// Stores a page unless it was removed since removalBefore. The removal may have been that of another page: then a copy that is
// there is replaced, and only a first copy is given up.
async function putUnlessRemoved(
  pathname: string,
  page: Response,
  removalBefore: string | undefined,
): Promise<boolean> {
  const pages = await caches.open(PAGES);
  const removalNow = await lastRemoval();
  const hasCopy = (await pages.match(pathname)) !== undefined;
  if (removalNow !== removalBefore && !hasCopy) return false;
  await pages.put(pathname, page);
  // One that was recorded meanwhile has deleted its page already, or is about to.
  if ((await lastRemoval()) === removalNow) return true;
  await pages.delete(pathname);
  return false;
}

/**
 * Reads a response as a whole.
 * @throws Error when it is not a page of the shop, TypeError when the connection fails
 */
export async function shopPage(
  answer: Response,
): Promise<{ page: Response; html: string; build: string }> {
  const html = await answer.text();
  const build = /data-build="(\w+)"/.exec(html)?.[1];
  if (!build) throw new Error('not a page of the shop');
  const headers = new Headers(answer.headers);
  // The body is decoded.
  headers.delete('content-encoding');
  headers.delete('content-length');
  return { page: new Response(html, { headers }), html, build };
}

/** The cached page, or undefined when there is none or it has expired. */
export async function cachedInstallPage(
  pathname: string,
  now = Date.now(),
): Promise<Response | undefined> {
  if (!isInstallPage(pathname)) return undefined;
  await evictOld(now);
  return (await caches.open(PAGES)).match(pathname);
}

/** Deletes the cached copy of one install page. */
export function uncacheInstallPage(pathname: string): Promise<void> {
  return deletePages((cached) => cached === pathname);
}

/** Deletes the cached copies of an order's install page, in all languages. */
export function uncacheOrder(pathname: string): Promise<void> {
  const orderNo = orderNoOf(pathname);
  return deletePages((cached) => orderNoOf(cached) === orderNo);
}

/** Deletes all cached install pages. */
export function uncacheAll(): Promise<void> {
  return deletePages(() => true);
}

// The removal is recorded before the pages are listed: one that is stored in between is not listed, and removed by who stored it.
async function deletePages(isMeant: (pathname: string) => boolean): Promise<void> {
  await recordRemoval();
  const pages = await caches.open(PAGES);
  const meant = (await pages.keys()).filter(({ url }) => isMeant(new URL(url).pathname));
  await Promise.all(meant.map((request) => pages.delete(request)));
}

/** Paths of the cached pages, the newest first. */
export async function cachedPaths(): Promise<string[]> {
  return (await entries()).map(({ pathname }) => pathname);
}

/**
 * Opens the cache of a build's files. A worker opens it once, at its start: when a newer build has deleted the cache, writing to
 * this object has no effect, but opening it by name would create it again.
 */
export function openAssetCache(build: string): Promise<Cache> {
  return caches.open(ASSETS + build);
}

/** Fetches a hashed file into the cache, unless it is there. */
export async function cacheAsset(url: string, assets: Promise<Cache>): Promise<void> {
  if (await caches.match(url, { ignoreVary: true })) return;
  const answer = await fetch(url);
  if (answer.status === 200) await (await assets).put(url, answer);
}

/**
 * Returns a hashed file from the cache, or fetches and caches it. Where Cache Storage fails, such as on a device without free
 * space, the network is all there is.
 * @param settled is given what goes on after the answer: storing the file
 */
export async function cacheFirst(
  request: Request,
  assets: Promise<Cache>,
  settled: (work: Promise<unknown>) => void,
): Promise<Response> {
  const cached = await caches.match(request.url, { ignoreVary: true }).catch(() => undefined);
  if (cached) return cached;
  const answer = await fetch(request);
  if (answer.status === 200) {
    const copy = answer.clone();
    settled(assets.then((cache) => cache.put(request.url, copy)).catch(() => undefined));
  }
  return answer;
}

/** Whether there are caches of earlier builds, which {@link replaceAssetCaches} replaces. */
export async function hasOldAssetCaches(build: string): Promise<boolean> {
  return (await caches.keys()).some((name) => name.startsWith(ASSETS) && name !== ASSETS + build);
}

/**
 * Moves the caches to a new build: fetches the cached pages again, so that they link its files, and deletes the files of earlier
 * builds, except those of a page that could not be fetched.
 */
export async function replaceAssetCaches(build: string): Promise<void> {
  for (const pathname of await cachedPaths()) {
    const again = await cacheInstallPage(pathname).catch(() => undefined);
    const old = again === undefined ? await cachedInstallPage(pathname) : undefined;
    if (old) await cacheAssetsOf(build, await old.text());
  }
  for (const name of await caches.keys()) {
    if (name.startsWith(ASSETS) && name !== ASSETS + build) await caches.delete(name);
  }
}

// Caches the files that a page links: its styles, the boot script, and what the boot script loads.
async function cacheAssetsOf(build: string, html: string): Promise<void> {
  const assets = await openAssetCache(build);
  const named = new Set(html.match(/\/assets\/[\w./-]+/g));
  await Promise.all(
    [...named].filter(isHashedAsset).map(async (url) => {
      const known = await caches.match(url, { ignoreVary: true });
      const answer = known ?? (await fetchWithTimeout(url));
      if (answer?.status === 200) await assets.put(url, answer);
    }),
  );
}

function fetchWithTimeout(url: string): Promise<Response | undefined> {
  return fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => undefined);
}

async function entries(): Promise<{ pathname: string; cachedAt: number }[]> {
  const pages = await caches.open(PAGES);
  const found = await Promise.all(
    (await pages.keys()).map(async (request) => ({
      pathname: new URL(request.url).pathname,
      cachedAt: Number((await pages.match(request))?.headers.get(CACHED_AT) ?? 0),
    })),
  );
  return found.sort((a, b) => b.cachedAt - a.cachedAt);
}

async function evictOld(now: number): Promise<void> {
  const pages = await caches.open(PAGES);
  const old = (await entries()).filter(
    ({ cachedAt }, place) => place >= MAX_CACHED_PAGES || now - cachedAt > CACHE_DAYS * DAY_MS,
  );
  await Promise.all(old.map(({ pathname }) => pages.delete(pathname)));
}
