import { redirect } from 'react-router';
import { loginPath } from '../login';
import { call, Refusal } from './client';

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
