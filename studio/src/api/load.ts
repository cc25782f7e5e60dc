import { redirect } from 'react-router';
import { loginPath } from '../login';
import { call, Refusal } from './client';

/**
 * Reads a list for its loader. The address of the page narrows it by `q`, `state` and `site`, and may say after which entry it
 * begins, `after`. Path and errors as of load.
 */
export function loadNarrowed<T>(request: Request, path: string): Promise<T> {
  const asked = new URL(request.url).searchParams;
  const query = new URLSearchParams();
  for (const name of ['q', 'state', 'site', 'after']) {
    const value = asked.get(name);
    if (value) query.set(name, value);
  }
  return load<T>(request, `${path}?${query}`);
}

/**
 * Reads what a page shows, for its loader. Whoever is no longer logged in goes to the login and comes back from there.
 * @param path below `/studio/api`, with its leading slash
 * @throws Refusal
 */
export async function load<T>({ url, signal }: Request, path: string): Promise<T> {
  try {
    return await call<T>('GET', path, undefined, signal);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'login_required') throw error;
    throw redirect(loginPath(url));
  }
}
