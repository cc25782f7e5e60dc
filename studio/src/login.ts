const BASE = '/studio';

/** The login's path, with the page of the Studio to return to. */
export function loginPath(url: string): string {
  const { pathname, search } = new URL(url);
  const here = pathname.slice(BASE.length) + search;
  return here.length > 1 ? `/login?next=${encodeURIComponent(here)}` : '/login';
}

/**
 * Where to go after the login: always a page of the Studio, to prevent open redirects.
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
