import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createReadableStreamFromReadable } from '@remix-run/node';
import { parsePushedPage, traceIdOf, type PushedPage } from './gateway';
import type { RenderedResponse, Renderer } from './renderer';

export type HttpOptions = {
  renderer: Renderer;
  /** The tokens that are accepted from the front door. */
  internalTokens: string[];
  logError: (error: unknown, requestId: string, traceId?: string) => void;
  /** Reports whether the renderer is shutting down: `/readyz` then answers 503, and connections are closed after use. */
  isStopping?: () => boolean;
};

// Above the limits of the front door: 8 KiB for a URL and 32 KiB for headers.
const MAX_HEAD_BYTES = 64 * 1024;

/**
 * The renderer's server. It answers the front door alone (`x-roamcart-internal`), which has normalised the URL, limited the body and
 * checked the origin before.
 */
export function createHttpServer(options: HttpOptions): Server {
  return createServer({ maxHeaderSize: MAX_HEAD_BYTES }, (incoming, outgoing) => {
    answer(incoming, outgoing, options).catch((error: unknown) => {
      const { traceparent } = incoming.headers;
      const traceId = traceIdOf(typeof traceparent === 'string' ? traceparent : undefined);
      options.logError(error, String(incoming.headers['x-request-id'] ?? ''), traceId);
      if (!outgoing.headersSent) outgoing.writeHead(500, { 'Cache-Control': 'no-store' });
      outgoing.end();
    });
  });
}

async function answer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { renderer, internalTokens, isStopping }: HttpOptions,
): Promise<void> {
  const stopping = isStopping?.() ?? false;
  if (stopping) outgoing.setHeader('Connection', 'close');
  if (incoming.url === '/healthz') return sendText(outgoing, 200, 'ok\n');
  if (incoming.url === '/readyz') {
    return stopping ? sendText(outgoing, 503, 'stopping\n') : sendText(outgoing, 200, 'ok\n');
  }
  if (!hasToken(incoming.headers['x-roamcart-internal'], internalTokens)) {
    return sendText(outgoing, 403, 'forbidden\n');
  }
  const request = toRequest(incoming, outgoing);
  const isPayload = new URL(request.url).pathname.endsWith('/_payload.json');
  if (isPayload && request.method !== 'GET') return sendText(outgoing, 405, 'method not allowed\n');
  if (!ALLOWED.has(request.method)) return sendText(outgoing, 405, 'method not allowed\n');
  const pushed = await readPushedPage(incoming);
  const form = isPayload ? 'payload' : isMarkdown(incoming) ? 'markdown' : 'document';
  send(await renderer[form](request, pushed), outgoing);
}

// Reads the page's data from the request body. A front door of an earlier release sends none.
async function readPushedPage(incoming: IncomingMessage): Promise<PushedPage | undefined> {
  if (incoming.headers['x-roamcart-page'] !== 'given') return undefined;
  return parsePushedPage(await text(incoming));
}

// The Markdown twin of a page has its own URL, which is not a route of the application.
function isMarkdown({ headers }: IncomingMessage): boolean {
  return headers['x-roamcart-form'] === 'markdown';
}

const ALLOWED = new Set(['GET', 'POST']);

/** Converts to a Fetch request with the public URL, so that links and form targets are right. */
function toRequest(incoming: IncomingMessage, outgoing: ServerResponse): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (Array.isArray(value)) for (const one of value) headers.append(name, one);
    else if (value !== undefined) headers.set(name, value);
  }
  headers.delete('x-roamcart-internal');
  headers.delete('x-roamcart-page');
  headers.delete('x-roamcart-form');
  const host = headers.get('x-roamcart-host') ?? incoming.headers.host ?? 'localhost';
  const proto = headers.get('x-roamcart-proto') === 'https' ? 'https' : 'http';
  const abort = new AbortController();
  outgoing.on('close', () => {
    if (!outgoing.writableFinished) abort.abort();
  });
  // HEAD has the headers of GET; Node leaves the body out by itself.
  const method = incoming.method === 'HEAD' ? 'GET' : (incoming.method ?? 'GET');
  const init: RequestInit & { duplex?: 'half' } = { method, headers, signal: abort.signal };
  if (method === 'POST') {
    init.body = createReadableStreamFromReadable(incoming);
    init.duplex = 'half';
  }
  // Concatenated, because resolving '//x' against a base would read x as a host.
  return new Request(`${proto}://${host}${incoming.url ?? '/'}`, init);
}

function send(answer: RenderedResponse, outgoing: ServerResponse): void {
  outgoing.statusCode = answer.status;
  for (const [name, value] of answer.headers) {
    if (name !== 'set-cookie') outgoing.setHeader(name, value);
  }
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) outgoing.setHeader('Set-Cookie', cookies);
  // Encoded here once: for a string, Node would first count the bytes and then encode it.
  outgoing.end(answer.body === null ? null : Buffer.from(answer.body));
}

function sendText(outgoing: ServerResponse, status: number, text: string): void {
  outgoing.writeHead(status, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' });
  Readable.from([text]).pipe(outgoing);
}

function hasToken(value: string | string[] | undefined, tokens: string[]): boolean {
  const a = Buffer.from(String(value ?? ''));
  return tokens.map((token) => Buffer.from(token)).some((b) => constantTimeEqual(a, b));
}

function constantTimeEqual(a: Buffer, b: Buffer): boolean {
  return a.length > 0 && a.length === b.length && timingSafeEqual(a, b);
}
