/** How many install pages stay on a device, and for how long. */
export const KEPT_MAX = 5;
export const KEPT_DAYS = 30;

const PAGES = 'roamcart-installs';
const ASSETS = 'roamcart-assets-';
const KEPT_AT = 'x-kept-at';
const DAY_MS = 86_400_000;
/** How long one page or file may take, in milliseconds. */
const LIMIT_MS = 10_000;

/** Only the install page of one order: `/en/my-order/{orderNo}/install`. Nothing else of a person is ever kept. */
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

/** How the shop says that an order is somebody else's by now, or gone. */
export const REFUSED = new Set([401, 403, 404, 410]);

/**
 * Puts the install page as the shop gives it now, and the files it needs, on this device. The shop's refusal removes what
 * was kept.
 * @returns whether the page is kept
 * @throws TypeError without a connection, DOMException after 10 s, Error for an answer that is not the shop's page, such as
 * 503 or the login of a hotel's network; what was kept stays
 */
export async function keepPage(pathname: string, now = Date.now()): Promise<boolean> {
  if (!isInstallPage(pathname)) return false;
  const answer = await fetch(pathname, {
    credentials: 'same-origin',
    headers: { accept: 'text/html' },
    signal: AbortSignal.timeout(LIMIT_MS),
  });
  const pages = await caches.open(PAGES);
  if (REFUSED.has(answer.status) || answer.redirected) {
    await pages.delete(pathname);
    return false;
  }
  const html = await answer.text();
  const build = /data-build="(\w+)"/.exec(html)?.[1];
  if (answer.status !== 200 || !build) throw new Error(`no page of the shop at ${pathname}`);
  const headers = new Headers(answer.headers);
  headers.set(KEPT_AT, String(now));
  // The text is plain by now.
  headers.delete('content-encoding');
  headers.delete('content-length');
  await pages.put(pathname, new Response(html, { headers }));
  await dropOld(now);
  await keepAssets(build, html);
  return true;
}

/** The kept page, or undefined when there is none or its time is over. */
export async function keptPage(pathname: string, now = Date.now()): Promise<Response | undefined> {
  if (!isInstallPage(pathname)) return undefined;
  await dropOld(now);
  return (await caches.open(PAGES)).match(pathname);
}

/** Takes one install page from this device. */
export async function removeKept(pathname: string): Promise<void> {
  await (await caches.open(PAGES)).delete(pathname);
}

/** Takes the install page of an order from this device, in whatever language it was kept. */
export async function removeOrder(pathname: string): Promise<void> {
  const orderNo = orderNoOf(pathname);
  const kept = (await keptPaths()).filter((path) => orderNoOf(path) === orderNo);
  await Promise.all(kept.map(removeKept));
}

/** Takes all install pages from this device. */
export async function removeAll(): Promise<void> {
  await Promise.all((await keptPaths()).map(removeKept));
}

/** Paths of the kept pages, the newest first. */
export async function keptPaths(): Promise<string[]> {
  return (await entries()).map(({ pathname }) => pathname);
}

/**
 * Where a build's files are kept. Opened before another build can take over: what is put into a cache that was deleted
 * since goes with it, but opening it by its name again would bring it back.
 */
export function openAssets(build: string): Promise<Cache> {
  return caches.open(ASSETS + build);
}

/** A hashed file from this device, else from the shop, and then kept. */
export async function assetFirst(request: Request, assets: Promise<Cache>): Promise<Response> {
  const kept = await caches.match(request.url, { ignoreVary: true });
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.status === 200) {
    const copy = answer.clone();
    await (await assets).put(request.url, copy);
  }
  return answer;
}

/** Whether files of earlier builds are still here, which {@link replaceBuild} replaces. */
export async function holdsOldBuild(build: string): Promise<boolean> {
  return (await caches.keys()).some((name) => name.startsWith(ASSETS) && name !== ASSETS + build);
}

/**
 * A new build takes over: kept pages are read again, so that they name its files. A page that cannot be read now keeps
 * its old files. All other files of earlier builds go.
 */
export async function replaceBuild(build: string): Promise<void> {
  for (const pathname of await keptPaths()) {
    const again = await keepPage(pathname).catch(() => undefined);
    const old = again === undefined ? await keptPage(pathname) : undefined;
    if (old) await keepAssets(build, await old.text());
  }
  for (const name of await caches.keys()) {
    if (name.startsWith(ASSETS) && name !== ASSETS + build) await caches.delete(name);
  }
}

// The files a page names: its styles, the boot script, and what the boot script loads.
async function keepAssets(build: string, html: string): Promise<void> {
  const assets = await openAssets(build);
  const named = new Set(html.match(/\/assets\/[\w./-]+/g));
  await Promise.all(
    [...named].filter(isHashedAsset).map(async (url) => {
      const known = await caches.match(url, { ignoreVary: true });
      const answer = known ?? (await fetchWithin(url));
      if (answer?.status === 200) await assets.put(url, answer);
    }),
  );
}

function fetchWithin(url: string): Promise<Response | undefined> {
  return fetch(url, { signal: AbortSignal.timeout(LIMIT_MS) }).catch(() => undefined);
}

async function entries(): Promise<{ pathname: string; keptAt: number }[]> {
  const pages = await caches.open(PAGES);
  const found = await Promise.all(
    (await pages.keys()).map(async (request) => ({
      pathname: new URL(request.url).pathname,
      keptAt: Number((await pages.match(request))?.headers.get(KEPT_AT) ?? 0),
    })),
  );
  return found.sort((a, b) => b.keptAt - a.keptAt);
}

async function dropOld(now: number): Promise<void> {
  const pages = await caches.open(PAGES);
  const old = (await entries()).filter(
    ({ keptAt }, place) => place >= KEPT_MAX || now - keptAt > KEPT_DAYS * DAY_MS,
  );
  await Promise.all(old.map(({ pathname }) => pages.delete(pathname)));
}
