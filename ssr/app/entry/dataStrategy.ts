import { data, redirectDocument, type DataStrategyFunction } from 'react-router';
import { isLoadFailure } from '../boot/loadFailure';
import { UNREACHABLE } from '../gw/unreachable';
import { failed } from '../router/module';

type Result = Awaited<ReturnType<DataStrategyFunction>>[string];

/**
 * A React Router data strategy: one navigation runs the root loader (one request) and nothing else. `posted` is called after each
 * form post, which may have changed the session. When the code of a page cannot be loaded, the browser loads its document.
 */
export function singleRequest(posted: () => void): DataStrategyFunction {
  return async ({ matches, request }) => {
    const called = matches.filter((match) => match.shouldCallHandler());
    const results = await Promise.all(called.map((match) => match.resolve()));
    if (request.method !== 'GET') posted();
    return Object.fromEntries(
      called.map((match, i) => [match.route.id, withoutLoadFailure(results[i]!, request)]),
    );
  };
}

function withoutLoadFailure(result: Result, { method, url }: Request): Result {
  if (result.type !== 'error' || !isLoadFailure(result.result)) return result;
  const { pathname, search } = new URL(url);
  if (method === 'GET') return { type: 'error', result: redirectDocument(`${pathname}${search}`) };
  return { type: 'data', result: data(failed(new FormData(), UNREACHABLE), { status: 503 }) };
}
