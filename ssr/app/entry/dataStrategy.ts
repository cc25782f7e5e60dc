import { data, redirectDocument, type DataStrategyFunction } from 'react-router';
import { isLoadFailure } from '../boot/loadFailure';
import { UNREACHABLE } from '../gw/unreachable';
import { failed } from '../router/module';

type Result = Awaited<ReturnType<DataStrategyFunction>>[string];

/**
 * One navigation runs the root loader (one request) and nothing else. A form post also changes what the session call says,
 * so `posted` is told. A page whose code does not come is left to the browser.
 */
export function singleRequest(posted: () => void): DataStrategyFunction {
  return async ({ matches, request }) => {
    const wanted = matches.filter((match) => match.shouldCallHandler());
    const results = await Promise.all(wanted.map((match) => match.resolve()));
    if (request.method !== 'GET') posted();
    return Object.fromEntries(
      wanted.map((match, i) => [match.route.id, withoutCode(results[i]!, request)]),
    );
  };
}

function withoutCode(result: Result, { method, url }: Request): Result {
  if (result.type !== 'error' || !isLoadFailure(result.result)) return result;
  const { pathname, search } = new URL(url);
  if (method === 'GET') return { type: 'error', result: redirectDocument(`${pathname}${search}`) };
  return { type: 'data', result: data(failed(new FormData(), UNREACHABLE), { status: 503 }) };
}
