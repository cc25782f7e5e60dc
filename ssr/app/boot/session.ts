/** Answer of `GET /gw/mall/us/session`: who uses this browser. Never part of cached HTML. */
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
let asked = 0;

/** Calls back with the session known now, if any, and with every later one. Returns the way out. */
export function onSession(listener: Listener): () => void {
  listeners.add(listener);
  if (latest) listener(latest);
  return () => listeners.delete(listener);
}

/**
 * Asks the gateway who this is and tells the listeners. A failure leaves the last answer standing:
 * the page works without the badge. Of two calls under way the later one wins.
 */
export async function refreshSession(): Promise<void> {
  const turn = ++asked;
  try {
    const response = await fetch('/gw/mall/us/session', {
      // Language, application and site, as every call names them.
      headers: JSON.parse(document.getElementById('boot')!.dataset.context!) as HeadersInit,
    });
    if (!response.ok) return;
    const body = (await response.json()) as { success?: boolean; data?: Session };
    if (!body.success || !body.data || turn !== asked) return;
    latest = body.data;
    for (const listener of listeners) listener(latest);
  } catch {
    // Offline, or the answer was cut off.
  }
}
