import type { DataStrategyFunctionArgs } from 'react-router';
import { singleRequest } from './dataStrategy';

type Match = DataStrategyFunctionArgs['matches'][number];
type Result = Awaited<ReturnType<Match['resolve']>>;

const NO_CODE = new TypeError('Failed to fetch dynamically imported module: /assets/faq.js');
let posts: number;
let resolved: string[];

beforeEach(() => {
  posts = 0;
  resolved = [];
});

function match(id: string, call: boolean, result: Result): Match {
  const resolve = async () => {
    resolved.push(id);
    return result;
  };
  return { route: { id }, shouldCallHandler: () => call, resolve } as unknown as Match;
}

function run(matches: Match[], init: RequestInit = {}) {
  const request = new Request('https://shop.test/en/faq?page=2', init);
  const strategy = singleRequest(() => {
    posts += 1;
  });
  return strategy({ request, matches } as DataStrategyFunctionArgs);
}

const page: Result = { type: 'data', result: 'the page' };

test('only what has a handler to call is resolved, and a visit is no post', async () => {
  const results = await run([match('root', true, page), match('faq', false, page)]);
  expect(results).toEqual({ root: page });
  expect(resolved).toEqual(['root']);
  expect(posts).toBe(0);
});

test('a form post is told, whatever became of it', async () => {
  const refused: Result = { type: 'error', result: new Error('refused') };
  expect(await run([match('faq', true, refused)], { method: 'POST' })).toEqual({ faq: refused });
  expect(posts).toBe(1);
});

test('a page whose code does not come becomes a document, with its query', async () => {
  const results = await run([match('faq', true, { type: 'error', result: NO_CODE })]);
  const { type, result } = results.faq as { type: string; result: Response };
  expect([type, result.headers.get('location')]).toEqual(['error', '/en/faq?page=2']);
  expect(result.headers.get('x-remix-reload-document')).toBe('true');
});

test('a form whose code does not come has not been sent: the page stays', async () => {
  const missing: Result = { type: 'error', result: NO_CODE };
  const results = await run([match('faq', true, missing)], { method: 'POST' });
  expect(results.faq).toMatchObject({
    type: 'data',
    result: { data: { ok: false, code: 'unavailable' }, init: { status: 503 } },
  });
});

test('an exception of code that did come stays one', async () => {
  const broken: Result = { type: 'error', result: new TypeError('x is not a function') };
  expect(await run([match('faq', true, broken)])).toEqual({ faq: broken });
});
