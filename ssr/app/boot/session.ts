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

/** Calls the listener with the latest session, if any, and with every later one. Returns a function that unsubscribes it. */
export function onSession(listener: Listener): () => void {
  listeners.add(listener);
  if (latest) listener(latest);
  return () => listeners.delete(listener);
}

/**
 * Reads the session from the gateway and calls the listeners. After a failure the latest session stays: the page works without the
 * badge. Of two concurrent calls the later one wins.
 */
export async function refreshSession(): Promise<void> {
  const turn = ++requests;
  try {
    const response = await fetch('/gw/mall/us/session', {
      // Language, application and site, as with every call.
      headers: JSON.parse(document.getElementById('boot')!.dataset.context!) as HeadersInit,
    });
    if (!response.ok) return;
    const body = (await response.json()) as { success?: boolean; data?: Session };
    if (!body.success || !body.data || turn !== requests) return;
    latest = body.data;
    for (const listener of listeners) listener(latest);
  } catch {
    // Offline, or the response was cut off.
  }
}
