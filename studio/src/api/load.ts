import { redirect } from 'react-router';
import { loginPath } from '../login';
import { call, ApiError } from './client';

/**
 * Reads a list for its route loader. The query of the page filters it (`q`, `state`, `site`) and pages through it (`after`: the last
 * entry of the page before). Path and errors are as for {@link load}.
 */
export function loadFiltered<T>(request: Request, path: string): Promise<T> {
  const asked = new URL(request.url).searchParams;
  const query = new URLSearchParams();
  for (const name of ['q', 'state', 'site', 'after']) {
    const value = asked.get(name);
    if (value) query.set(name, value);
  }
  return load<T>(request, `${path}?${query}`);
}

/**
 * Reads the data of a page for its route loader. Redirects to the login when the session has ended; the login leads back.
 * @param path below `/studio/api`, with its leading slash
 * @throws ApiError
 */
export async function load<T>({ url, signal }: Request, path: string): Promise<T> {
  try {
    return await call<T>('GET', path, undefined, signal);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'login_required') throw error;
    throw redirect(loginPath(url));
  }
}
