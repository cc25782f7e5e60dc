import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { BrowserContext } from '@playwright/test';
import { test as base } from './test';

/** A network fault. `late`: the response does not arrive before the network is restored; `cut`: half of it arrives. */
export type Fault = 'offline' | '503' | 'late' | 'cut' | 'html';
export const FAULTS: readonly Fault[] = ['offline', '503', 'late', 'cut', 'html'];

/** A little longer than the timeout of a page's requests, in milliseconds. */
export const LATE_MS = 16_000;

/** Headers that are wrong for a rewritten body. */
const STALE_HEADERS = ['content-length', 'transfer-encoding', 'last-modified', 'etag'];

type Broken = { fault: Fault; urls: RegExp; mended: Promise<void>; asked: () => void };

/** A proxy before the shop that breaks responses and can pretend that the shop is of another build. */
export class Network {
  /** The build id that the browser sees. */
  build = '';
  /** Pages arrive in pieces of this many bytes at most, one every 20 ms; a piece ends within each select, too. */
  pieces?: number;
  /** With `pieces`: the connection is cut before this text of the page. */
  cutAt?: string;
  url = '';
  #real = '';
  #broken?: Broken;
  readonly #shop: URL;
  readonly #server = createServer((asked, answer) => void this.#pass(asked, answer));

  constructor(shop: string) {
    this.#shop = new URL(shop);
  }

  async open(): Promise<void> {
    const latest = await fetch(new URL('/builds/latest.json', this.#shop));
    this.#real = this.build = ((await latest.json()) as { id: string }).id;
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.url = `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** Breaks the responses of these paths until the fault is restored. */
  async breakResponses(context: BrowserContext, fault: Fault, urls: RegExp): Promise<ActiveFault> {
    let asked = () => {};
    let mend = () => {};
    const wasAsked = new Promise<void>((resolve) => (asked = resolve));
    const mended = new Promise<void>((resolve) => (mend = resolve));
    this.#broken = { fault, urls, mended, asked };
    if (fault === 'offline') {
      await context.setOffline(true);
      asked();
    }
    return {
      asked: wasAsked,
      restore: async () => {
        this.#broken = undefined;
        mend();
        if (fault === 'offline') await context.setOffline(false);
      },
    };
  }

  async #pass(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const broken = this.#broken?.urls.test(asked.url ?? '') ? this.#broken : undefined;
    broken?.asked();
    switch (broken?.fault) {
      case '503':
        answer.writeHead(503, { 'content-type': 'application/json' });
        return void answer.end('{"code":"unavailable"}');
      case 'html':
        answer.writeHead(200, { 'content-type': 'text/html' });
        return void answer.end('<!doctype html><p>Log in</p>');
      case 'late':
        await broken.mended;
    }
    this.#forward(asked, answer, broken?.fault === 'cut');
  }

  #forward(asked: IncomingMessage, answer: ServerResponse, cut: boolean): void {
    const { hostname, host, origin, port } = this.#shop;
    const headers = { ...asked.headers, host, 'accept-encoding': 'identity' };
    if (headers.origin) headers.origin = origin;
    if (headers.referer) headers.referer = headers.referer.replace(this.url, origin);
    const { method, url } = asked;
    const passed = request({ hostname, port, path: url, method, headers });
    passed.on('response', (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const rest = { ...response.headers };
        for (const name of STALE_HEADERS) delete rest[name];
        const body = this.#translate(Buffer.concat(parts), rest['content-type']);
        answer.writeHead(response.statusCode!, { ...rest, 'content-length': body.length });
        const html = rest['content-type']?.startsWith('text/html');
        if (html && this.pieces) return void trickle(answer, body, this.pieces, this.cutAt);
        if (!cut) return void answer.end(body);
        answer.write(body.subarray(0, body.length / 2), () => answer.destroy());
      });
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  }

  #translate(body: Buffer, type = ''): Buffer {
    if (!/html|javascript|json/.test(type)) return body;
    const text = body.toString().replaceAll(this.#real, this.build);
    return Buffer.from(text.replaceAll(this.#shop.origin, this.url));
  }
}

async function trickle(answer: ServerResponse, body: Buffer, size: number, cutAt?: string) {
  const end = cutAt ? body.indexOf(cutAt) : body.length;
  for (let at = 0; at < end;) {
    const next = Math.min(endOfPiece(body, at, size), end);
    answer.write(body.subarray(at, next));
    at = next;
    await setTimeout(20);
  }
  if (end === body.length) answer.end();
  else answer.destroy();
}

// A select is as wide as the longest of its options that have arrived, so a piece ends before the first of them.
function endOfPiece(body: Buffer, at: number, size: number): number {
  const select = body.indexOf('<select', at);
  const option = select < 0 ? -1 : body.indexOf('<option', select);
  return option <= at ? at + size : Math.min(at + size, option);
}

export type ActiveFault = {
  /** Resolves at the first request that is broken. */
  asked: Promise<void>;
  restore: () => Promise<void>;
};

/** The shop's test with a proxy of its own before the shop. */
export const test = base.extend<{ network: Network }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern
  network: async ({}, use) => {
    const network = new Network(process.env.E2E_URL ?? 'http://localhost:8080');
    await network.open();
    await use(network);
    network.close();
  },
  baseURL: async ({ network }, use) => use(network.url),
});
