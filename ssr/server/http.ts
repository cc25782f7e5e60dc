import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createReadableStreamFromReadable } from '@remix-run/node';
import { readGiven, traceIdOf, type GivenPage } from './gateway';
import type { Answer, Renderer } from './renderer';

export type HttpOptions = {
  renderer: Renderer;
  /** What the front door may show, any of them. */
  internalTokens: string[];
  logError: (error: unknown, requestId: string, traceId?: string) => void;
  /** Says whether the renderer was told to stop: it is not ready then, and no connection is used again. */
  isStopping?: () => boolean;
};

// More than the front door lets through: an address of 8 KiB and headers of 32 KiB.
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
  if (incoming.url === '/healthz') return plain(outgoing, 200, 'ok\n');
  if (incoming.url === '/readyz') {
    return stopping ? plain(outgoing, 503, 'stopping\n') : plain(outgoing, 200, 'ok\n');
  }
  if (!knows(incoming.headers['x-roamcart-internal'], internalTokens)) {
    return plain(outgoing, 403, 'forbidden\n');
  }
  const request = toRequest(incoming, outgoing);
  const isPayload = new URL(request.url).pathname.endsWith('/_payload.json');
  if (isPayload && request.method !== 'GET') return plain(outgoing, 405, 'method not allowed\n');
  if (!ALLOWED.has(request.method)) return plain(outgoing, 405, 'method not allowed\n');
  const given = await givenPage(incoming);
  const form = isPayload ? 'payload' : isMarkdown(incoming) ? 'markdown' : 'document';
  send(await renderer[form](request, given), outgoing);
}

// A page's data come with the request for it. A front door of an earlier release hands over none.
async function givenPage(incoming: IncomingMessage): Promise<GivenPage | undefined> {
  if (incoming.headers['x-roamcart-page'] !== 'given') return undefined;
  return readGiven(await text(incoming));
}

// The Markdown twin of a page has an address of its own, which no route of the application knows.
function isMarkdown({ headers }: IncomingMessage): boolean {
  return headers['x-roamcart-form'] === 'markdown';
}

const ALLOWED = new Set(['GET', 'POST']);

/** A Fetch request whose URL is the public one, so that links and form targets come out right. */
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
  // Joined by hand: resolving '//x' against a base would take x for a host.
  return new Request(`${proto}://${host}${incoming.url ?? '/'}`, init);
}

function send(answer: Answer, outgoing: ServerResponse): void {
  outgoing.statusCode = answer.status;
  for (const [name, value] of answer.headers) {
    if (name !== 'set-cookie') outgoing.setHeader(name, value);
  }
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) outgoing.setHeader('Set-Cookie', cookies);
  // Encoded once: of a text, Node counts the bytes before it encodes them.
  outgoing.end(answer.body === null ? null : Buffer.from(answer.body));
}

function plain(outgoing: ServerResponse, status: number, text: string): void {
  outgoing.writeHead(status, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' });
  Readable.from([text]).pipe(outgoing);
}

function knows(given: string | string[] | undefined, tokens: string[]): boolean {
  const a = Buffer.from(String(given ?? ''));
  return tokens.map((token) => Buffer.from(token)).some((b) => same(a, b));
}

function same(a: Buffer, b: Buffer): boolean {
  return a.length > 0 && a.length === b.length && timingSafeEqual(a, b);
}
