import {
  cacheAsset,
  cacheFirst,
  hasOldAssetCaches,
  isHashedAsset,
  openAssetCache,
  uncacheAll,
  uncacheInstallPage,
  replaceAssetCaches,
} from './pageCache';
import { navigate } from './navigation';
import { REMOVE_PATH } from './offline';

// The service worker, /sw.js. Hashed files are served cache first, everything else from the network. Where the network does not
// bring them it serves the cached install pages, and without a connection the offline page.

// Defined by the build.
declare const BUILD: string;
declare const STYLES: readonly string[];

type ExtendableEvent = Event & { waitUntil: (work: Promise<unknown>) => void };
type FetchEvent = ExtendableEvent & {
  request: Request;
  respondWith: (answer: Promise<Response>) => void;
};
const worker = self as unknown as {
  skipWaiting: () => Promise<void>;
  clients: { claim: () => Promise<void> };
  addEventListener: (type: string, listener: (event: FetchEvent) => void) => void;
};

// Browsers start only the newest worker, so this never opens the cache of a build that was replaced.
const assets = openAssetCache(BUILD);

worker.addEventListener('install', (event) => {
  const styles = STYLES.map((url) => cacheAsset(url, assets));
  event.waitUntil(Promise.all([...styles, worker.skipWaiting()]));
});

worker.addEventListener('activate', (event) => {
  // Fetches wait until activation ends, so the caches are updated after it.
  event.waitUntil(worker.clients.claim().then(() => void updateCaches()));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (LOGOUT_PATHS.has(pathname)) event.respondWith(logOut(request));
  else if (isAccountForm(request, pathname)) event.respondWith(submitAccountForm(request));
  else if (request.method === 'POST' && pathname === REMOVE_PATH)
    event.respondWith(removeByForm(request));
  else if (request.method !== 'GET') return;
  else if (request.mode === 'navigate') {
    const answer = navigate(request, pathname, STYLES, (work) => event.waitUntil(work));
    event.respondWith(answer);
    event.waitUntil(answer.then(updateCaches));
  } else if (isHashedAsset(pathname))
    event.respondWith(cacheFirst(request, assets, (work) => event.waitUntil(work)));
});

let updating: Promise<void> | undefined;

/** Moves the caches to this build, unless that has been done. A worker that was stopped half-way continues at the next navigation. */
function updateCaches(): Promise<void> {
  updating ??= hasOldAssetCaches(BUILD)
    .then((old) => (old ? replaceAssetCaches(BUILD) : undefined))
    .catch(() => undefined)
    .finally(() => (updating = undefined));
  return updating;
}

/** The calls that end the login of this browser. */
const LOGOUT_PATHS = new Set(['/gw/auth/token/logout', '/gw/mall/us/deleteAccount']);

/** Whether a request is a form of my account. Without the application, logging out is one, and a redirect answers it. */
function isAccountForm(request: Request, pathname: string): boolean {
  return request.method === 'POST' && /^\/(?:en|zh)\/my-account$/.test(pathname);
}

/** Deletes all cached pages once the customer is logged out. When the call fails, they are still logged in, and nothing is deleted. */
async function logOut(request: Request): Promise<Response> {
  const answer = await fetch(request);
  if (answer.ok) await uncacheAll().catch(() => undefined);
  return answer;
}

async function submitAccountForm(request: Request): Promise<Response> {
  const fields = await request
    .clone()
    .formData()
    .catch(() => undefined);
  const answer = await fetch(request);
  if (fields?.get('form') === 'logout' && answer.type === 'opaqueredirect')
    await uncacheAll().catch(() => undefined);
  return answer;
}

/** Answers a form of the offline page: deletes one cached install page and redirects back. Forms of other sites are refused. */
async function removeByForm(request: Request): Promise<Response> {
  const home = `${location.origin}/`;
  if (!request.referrer.startsWith(home)) return Response.redirect(home, 303);
  const path = (await request.formData()).get('path');
  if (typeof path === 'string') await uncacheInstallPage(path);
  return Response.redirect(request.referrer, 303);
}
