import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../bin/sandbox', import.meta.url));
const START_MS = 60_000;

/** A shop beside the one under test, with settings of its own. */
export type OwnShop = { url: string; stop: () => Promise<void> };

/**
 * Starts a sandbox with a shop and waits until it is ready.
 * @param settings environment variables
 * @throws Error when it is not ready after a minute
 */
export async function startOwnShop(settings: Record<string, string>): Promise<OwnShop> {
  const folder = mkdtempSync(path.join(tmpdir(), 'roamcart-own-'));
  chmodSync(folder, 0o755); // the database may run as another user
  const port = await freePort();
  const { E2E_URL: _url, E2E_DATA_DIR: _data, ...environment } = process.env;
  const shop = spawn(program, {
    env: {
      ...environment,
      DATA_DIR: path.join(folder, 'shop'),
      PORT: String(port),
      PAGE_WARM: 'false',
      ...settings,
    },
    stdio: 'ignore',
  });
  const stop = async () => {
    await ended(shop);
    rmSync(folder, { recursive: true, force: true });
  };
  const url = `http://localhost:${port}`;
  try {
    await ready(shop, url);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}

async function ready(shop: ChildProcess, url: string): Promise<void> {
  for (const limit = Date.now() + START_MS; Date.now() < limit;) {
    if (shop.exitCode !== null) throw new Error('the shop has stopped while it was starting');
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('the shop is not ready after a minute');
}

async function ended(shop: ChildProcess): Promise<void> {
  if (shop.exitCode !== null) return;
  const exit = new Promise((resolve) => shop.once('exit', resolve));
  shop.kill('SIGTERM');
  await exit;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
