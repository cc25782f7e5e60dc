/** Response of `GET /gw/mall/us/session`: who uses this browser. Never part of cached HTML. */
export type Session = {
  isLogin: boolean;
  user?: { firstName: string };
  cartCount: number;
  tenantId: string | number;
  langId: number;
};

type Listener = (session: Session) => void;

const listeners = new Set<Listener>();
let latest: Session | undefined;
let requests = 0;
let failures = 0;
let retry: ReturnType<typeof setTimeout> | undefined;

/** After pauses of 2, 4, 8, 16, 32 and 64 seconds. */
const MAX_RETRIES = 6;

/** Calls the listener with the latest session, if any, and with every later one. Returns a function that unsubscribes it. */
export function onSession(listener: Listener): () => void {
  listeners.add(listener);
  if (latest) listener(latest);
  return () => listeners.delete(listener);
}

/**
 * Reads the session from the gateway and calls the listeners. After a failure the latest session stays: the page works without the
 * badge. Of two concurrent calls the later one wins.
 * It is then read again after longer and longer pauses, when the network is back, and when somebody looks at the page again.
 */
export async function refreshSession(): Promise<void> {
  const turn = ++requests;
  clearTimeout(retry);
  try {
    const response = await fetch('/gw/mall/us/session', {
      // Language, application and site, as with every call.
      headers: JSON.parse(document.getElementById('boot')!.dataset.context!) as HeadersInit,
    });
    const { success, data } = (await response.json()) as { success?: boolean; data?: Session };
    if (turn !== requests) return;
    if (!success) throw response;
    failures = 0;
    latest = data!;
    for (const listener of listeners) listener(latest);
  } catch {
    // Offline, the response was cut off, or there is none now.
    if (turn !== requests) return;
    addEventListener('online', retryNow);
    document.addEventListener('visibilitychange', retryNow);
    if (failures++ < MAX_RETRIES)
      retry = setTimeout(() => void refreshSession(), 1_000 * 2 ** failures);
  }
}

function retryNow(): void {
  if (failures && !document.hidden) void refreshSession();
}
