import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export type RecordedCall = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
};

export type Answer = {
  status?: number;
  data?: unknown;
  code?: string;
  message?: string;
  setCookie?: string[];
  retryAfter?: string;
  clearsSiteData?: string;
  delayMs?: number;
};

export type FakeBff = {
  url: string;
  seen: RecordedCall[];
  /** Answers calls to a path; a missing path answers 404. */
  on: (path: string, answer: (call: RecordedCall) => Answer) => void;
  close: () => Promise<void>;
};

/** Starts a gateway over real HTTP with the responses that a test defines; it records the calls. */
export async function startFakeBff(): Promise<FakeBff> {
  const handlers = new Map<string, (call: RecordedCall) => Answer>();
  const seen: RecordedCall[] = [];
  const server = createServer((incoming, outgoing) => {
    let text = '';
    incoming.setEncoding('utf8');
    incoming.on('data', (chunk: string) => (text += chunk));
    incoming.on('end', () => {
      const url = new URL(incoming.url ?? '/', 'http://bff');
      const call: RecordedCall = {
        method: incoming.method ?? '',
        path: url.pathname,
        query: url.searchParams,
        headers: incoming.headers,
        body: text ? (JSON.parse(text) as Record<string, unknown>) : {},
      };
      seen.push(call);
      const answer = handlers.get(url.pathname)?.(call) ?? { status: 404, code: 'not_found' };
      const status = answer.status ?? 200;
      const body = {
        status,
        success: status < 300,
        code: answer.code ?? 'ok',
        message: answer.message ?? '',
        data: answer.data ?? null,
        requestId: 'r',
      };
      setTimeout(() => {
        if (answer.setCookie) outgoing.setHeader('Set-Cookie', answer.setCookie);
        if (answer.retryAfter) outgoing.setHeader('Retry-After', answer.retryAfter);
        if (answer.clearsSiteData) outgoing.setHeader('Clear-Site-Data', answer.clearsSiteData);
        outgoing.writeHead(status, { 'Content-Type': 'application/json' });
        outgoing.end(JSON.stringify(body));
      }, answer.delayMs ?? 0);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    on: (path, answer) => handlers.set(path, answer),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
