import {
  ACCESS_LOST,
  cachedInstallPage,
  cachedPaths,
  shopPage,
  uncacheInstallPage,
} from './pageCache';
import { offlinePage } from './offline';

/** How long an install page may take when there is a copy of it, in milliseconds. */
export const NETWORK_TIMEOUT_MS = 5000;

/**
 * Answers a navigation from the network, and without a connection with the offline page. An install page of which there is a copy
 * has to arrive whole within {@link NETWORK_TIMEOUT_MS}; otherwise the copy is shown.
 * @param settled is given what goes on after the answer, such as a response that comes too late
 */
export async function navigate(
  request: Request,
  pathname: string,
  styles: readonly string[],
  settled: (work: Promise<unknown>) => void,
): Promise<Response> {
  // Without Cache Storage the network is all there is.
  const copy = await cachedInstallPage(pathname).catch(() => undefined);
  if (!copy)
    return fetch(request).catch(async () =>
      offlinePage(pathname, await cachedPaths(), styles, navigator.language),
    );
  const arrival = fetchInstallPage(request, pathname).catch(() => undefined);
  settled(arrival);
  return (await Promise.race([arrival, after(NETWORK_TIMEOUT_MS)])) ?? copy;
}

/**
 * Fetches an install page as a whole. When this browser may no longer see the order, the copy is deleted, however late the shop
 * says so.
 * @returns undefined for what is no answer of the shop: an error of a server, or the page of a captive portal
 * @throws TypeError when the connection fails, be it in the middle of the page
 */
async function fetchInstallPage(request: Request, pathname: string): Promise<Response | undefined> {
  const answer = await fetch(request);
  if (ACCESS_LOST.has(answer.status)) await uncacheInstallPage(pathname);
  if (answer.status !== 200) return answer.status < 500 ? answer : undefined;
  return (await shopPage(answer)).page;
}

function after(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), ms));
}
