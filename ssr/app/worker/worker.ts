import {
  REFUSED,
  assetFirst,
  holdsOldBuild,
  isHashedAsset,
  isInstallPage,
  keptPage,
  keptPaths,
  openAssets,
  removeAll,
  removeKept,
  replaceBuild,
} from './kept';
import { REMOVE_PATH, offlinePage } from './offline';

// The service worker, /sw.js. Everything comes from the network; hashed files may come from this
// device, and without a connection so do the kept install pages and the offline page.

// Put in by the build.
declare const BUILD: string;
declare const STYLES: readonly string[];

type Waiting = Event & { waitUntil: (work: Promise<unknown>) => void };
type Fetching = Waiting & {
  request: Request;
  respondWith: (answer: Promise<Response>) => void;
};
const worker = self as unknown as {
  skipWaiting: () => Promise<void>;
  clients: { claim: () => Promise<void> };
  addEventListener: (type: string, listener: (event: Fetching) => void) => void;
};

// A worker runs again and again as long as it is the newest, and never after.
const assets = openAssets(BUILD);

worker.addEventListener('install', (event) => {
  const styles = STYLES.map((url) => assetFirst(new Request(url), assets));
  event.waitUntil(Promise.all([...styles, worker.skipWaiting()]));
});

worker.addEventListener('activate', (event) => {
  // Pages wait for this: what is kept is renewed afterwards.
  event.waitUntil(worker.clients.claim().then(() => void renew()));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (LEAVING.has(pathname)) event.respondWith(leave(request));
  else if (isAccountForm(request, pathname)) event.respondWith(submit(request));
  else if (request.method === 'POST' && pathname === REMOVE_PATH)
    event.respondWith(removeByForm(request));
  else if (request.method !== 'GET') return;
  else if (request.mode === 'navigate') {
    const answer = navigate(request, pathname);
    event.respondWith(answer);
    event.waitUntil(answer.then(renew));
  } else if (isHashedAsset(pathname)) event.respondWith(assetFirst(request, assets));
});

let renewing: Promise<void> | undefined;

/** Brings what is kept to this build, unless that has been done; a worker that was stopped in the middle goes on later. */
function renew(): Promise<void> {
  renewing ??= holdsOldBuild(BUILD)
    .then((old) => (old ? replaceBuild(BUILD) : undefined))
    .catch(() => undefined)
    .finally(() => (renewing = undefined));
  return renewing;
}

async function navigate(request: Request, pathname: string): Promise<Response> {
  try {
    const answer = await fetch(request);
    // The shop no longer shows this order to this browser: neither does the device.
    if (isInstallPage(pathname) && REFUSED.has(answer.status)) await removeKept(pathname);
    return answer;
  } catch {
    const kept = await keptPage(pathname);
    return kept ?? offlinePage(pathname, await keptPaths(), STYLES, navigator.language);
  }
}

/** The calls after which this device is nobody's. */
const LEAVING = new Set(['/gw/auth/token/logout', '/gw/mall/us/deleteAccount']);

/** Where the application does not run, logging out is a form of my account, answered by leading elsewhere. */
function isAccountForm(request: Request, pathname: string): boolean {
  return request.method === 'POST' && /^\/(?:en|zh)\/my-account$/.test(pathname);
}

/** Whoever leaves leaves nothing on the device. If it fails, they are still there, and so is what they kept. */
async function leave(request: Request): Promise<Response> {
  const answer = await fetch(request);
  if (answer.ok) await removeAll();
  return answer;
}

async function submit(request: Request): Promise<Response> {
  const fields = await request
    .clone()
    .formData()
    .catch(() => undefined);
  const answer = await fetch(request);
  if (fields?.get('form') === 'logout' && answer.type === 'opaqueredirect') await removeAll();
  return answer;
}

/** A form of the offline page: takes one install page from this device and leads back. No other site can do that. */
async function removeByForm(request: Request): Promise<Response> {
  const home = `${location.origin}/`;
  if (!request.referrer.startsWith(home)) return Response.redirect(home, 303);
  const path = (await request.formData()).get('path');
  if (typeof path === 'string') await removeKept(path);
  return Response.redirect(request.referrer, 303);
}
