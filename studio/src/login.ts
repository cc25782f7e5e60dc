const BASE = '/studio';

/** Where somebody goes to log in and come back to a page of the Studio. */
export function loginPath(url: string): string {
  const { pathname, search } = new URL(url);
  const here = pathname.slice(BASE.length) + search;
  return here.length > 1 ? `/login?next=${encodeURIComponent(here)}` : '/login';
}

/**
 * Where to go after the login: a page of the Studio, whatever the address says.
 * @param next the parameter of the address
 */
export function safeNext(next: string | null): string {
  const here = 'https://studio.invalid';
  // Read as a browser reads it: what would lead to another host has another origin, however it is spelt.
  if (!next?.startsWith('/') || !URL.canParse(next, here)) return '/';
  const { origin, pathname, search } = new URL(next, here);
  const entry = /^\/(login|invitation)(\/|$)/.test(pathname);
  return origin !== here || pathname.startsWith('//') || entry ? '/' : pathname + search;
}
