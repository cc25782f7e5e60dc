import { readConfig } from '../server/config';

test.each([
  [{}, 'SSR_PORT'],
  [{ SSR_PORT: 'x', BFF_URL: 'http://a', INTERNAL_TOKEN: 't' }, 'SSR_PORT'],
  [{ SSR_PORT: '1', INTERNAL_TOKEN: 't' }, 'BFF_URL'],
  [{ SSR_PORT: '1', BFF_URL: 'a:1', INTERNAL_TOKEN: 't' }, 'BFF_URL'],
  [{ SSR_PORT: '1', BFF_URL: 'http://a' }, 'INTERNAL_TOKEN'],
  [{ SSR_PORT: '1', BFF_URL: 'http://a', SSR_SHUTDOWN_DELAY: '4s' }, 'SSR_SHUTDOWN_DELAY'],
])('a bad environment is named: %j', (env, name) => {
  expect(() => readConfig(env as NodeJS.ProcessEnv, '/dist')).toThrow(name);
});
