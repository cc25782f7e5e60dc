import { resolve } from 'node:path';

/** The renderer's configuration, from environment variables. */
export type Config = {
  host: string;
  port: number;
  /** Origin of the front door's internal listener, no trailing slash. */
  bffUrl: string;
  /** Shared secrets of the two programs: the first one is sent, all are accepted. */
  internalTokens: string[];
  localesDir: string;
  clientDir: string;
  /** Exit when standard input closes, that is when the parent has ended. */
  dieWithParent: boolean;
  /** How long it still answers after SIGTERM while `/readyz` answers 503, in milliseconds. */
  shutdownDelay: number;
};

/**
 * Reads the environment; `distDir` is the folder of the built halves.
 * @throws Error naming the variable that is missing or unusable
 */
export function readConfig(env: NodeJS.ProcessEnv, distDir: string): Config {
  const port = Number(env.SSR_PORT ?? env.PORT);
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    throw new Error('SSR_PORT must be a port number');
  }
  const shutdownDelay = Number(env.SSR_SHUTDOWN_DELAY ?? 0);
  if (!Number.isInteger(shutdownDelay) || shutdownDelay < 0) {
    throw new Error('SSR_SHUTDOWN_DELAY must be a number of milliseconds');
  }
  const bffUrl = required(env, 'BFF_URL').replace(/\/+$/, '');
  if (!/^https?:\/\//.test(bffUrl)) throw new Error('BFF_URL must be an http(s) origin');
  return {
    host: env.SSR_HOST ?? '127.0.0.1',
    port,
    bffUrl,
    internalTokens: required(env, 'INTERNAL_TOKEN').split(','),
    localesDir: env.LOCALES_DIR ?? resolve(distDir, '../../shared/locales'),
    clientDir: env.SSR_CLIENT_DIR ?? resolve(distDir, 'client'),
    dieWithParent: env.SSR_PARENT_STDIN === '1',
    shutdownDelay,
  };
}

function required(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}
