import {
  assetFirst,
  isHashedAsset,
  isInstallPage,
  keptPage,
  keptPaths,
  openAssets,
  removeKept,
  replaceBuild,
} from './kept';
import { offlinePage } from './offline';

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
  event.waitUntil(replaceBuild(BUILD).then(() => worker.clients.claim()));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') event.respondWith(navigate(request, pathname));
  else if (isHashedAsset(pathname)) event.respondWith(assetFirst(request, assets));
});

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

const REFUSED = new Set([401, 403, 404, 410]);
