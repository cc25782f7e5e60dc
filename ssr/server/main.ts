import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AddressInfo } from 'node:net';
import { readAssets } from './assets';
import { readConfig } from './config';
import { createHttpServer } from './http';
import { createRenderer } from './renderer';
import { readLocales } from './texts';

// Starts the renderer: configuration, texts, manifest, server; stops on SIGTERM, SIGINT or when the
// parent has ended, and lets open requests finish. After SIGTERM it still answers for a while with /readyz at 503, so that a
// load balancer has removed it before it stops.
const distDir = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const config = readConfig(process.env, distDir);

const renderer = createRenderer({
  assets: readAssets(config.clientDir),
  locales: readLocales(config.localesDir),
  bffUrl: config.bffUrl,
  internalToken: config.internalTokens[0]!,
  logError,
});
let stopping = false;
const server = createHttpServer({
  renderer,
  internalTokens: config.internalTokens,
  logError,
  isStopping: () => stopping,
});

server.keepAliveTimeout = 65_000; // Longer than the front door keeps idle connections.
server.listen(config.port, config.host, () => {
  const { address, port } = server.address() as AddressInfo;
  log('info', 'renderer ready', { address, port });
});
server.on('error', (error) => {
  log('error', 'renderer cannot listen', { error: error.message });
  process.exit(1); // an open standard input would keep it alive
});

function stop(reason: string, delay = 0): void {
  if (stopping) return;
  stopping = true;
  log('info', 'renderer stops', { reason });
  setTimeout(close, delay);
}

function close(): void {
  server.close(() => process.exit(0));
  server.closeIdleConnections();
  setTimeout(() => process.exit(0), 5_000).unref();
}

process.on('SIGTERM', () => stop('SIGTERM', config.shutdownDelay));
process.on('SIGINT', () => stop('SIGINT'));
if (config.dieWithParent) {
  process.stdin.resume();
  process.stdin.on('end', () => stop('parent gone'));
  process.stdin.on('error', () => stop('parent gone'));
}

function logError(error: unknown, requestId: string, traceId?: string): void {
  // The front door has closed the request, most likely because its visitor did.
  if (error instanceof DOMException && error.name === 'AbortError') {
    log('info', 'page given up', { requestId, trace_id: traceId });
    return;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  log('error', 'page failed', { requestId, trace_id: traceId, error: text });
}

function log(level: string, msg: string, more: Record<string, unknown>): void {
  process.stdout.write(
    `${JSON.stringify({ time: new Date().toISOString(), level, msg, ...more })}\n`,
  );
}
