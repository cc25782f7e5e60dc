import { Agent, request, type IncomingMessage } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';

// The shop's sites as a program sees them: plain HTTP, no browser, no cookie unless one is given.

export type Answer = {
  status: number;
  headers: IncomingMessage['headers'];
  /** The decoded body. */
  body: Buffer;
  /** The body as it was sent. */
  sent: Buffer;
  /** Size of the status line and the headers in bytes. */
  headBytes: number;
};

/** One regional site of the shop under test; `host` is what a browser would ask for. */
export class Site {
  readonly origin: string;
  readonly #port: number;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 4 });

  constructor(readonly host: string) {
    this.#port = Number(new URL(process.env.E2E_URL ?? 'http://localhost:8080').port || 80);
    this.origin = `http://${host}:${this.#port}`;
  }

  /** Requests an address of this site, absolute or a path; does not follow redirects. */
  fetch(address: string, send?: { cookie?: string; json?: unknown }): Promise<Answer> {
    if (!address.startsWith('/') && !address.startsWith(`${this.origin}/`)) {
      throw new Error(`${address} is not of ${this.origin}`);
    }
    const path = address.startsWith('/') ? address : address.slice(this.origin.length);
    const body = send?.json === undefined ? undefined : JSON.stringify(send.json);
    return new Promise((resolve, reject) => {
      const call = request(
        {
          // *.localhost need not have a name here.
          hostname: '127.0.0.1',
          port: this.#port,
          path,
          agent: this.#agent,
          method: body === undefined ? 'GET' : 'POST',
          headers: {
            host: `${this.host}:${this.#port}`,
            'accept-encoding': 'br',
            ...(send?.cookie && { cookie: send.cookie }),
            ...(body && { 'content-type': 'application/json', origin: this.origin, langid: '2' }),
          },
        },
        (answer) => {
          const parts: Buffer[] = [];
          answer.on('data', (part: Buffer) => parts.push(part));
          answer.on('end', () => {
            const { statusCode: status = 0, headers } = answer;
            const sent = Buffer.concat(parts);
            const body = headers['content-encoding'] === 'br' ? brotliDecompressSync(sent) : sent;
            resolve({ status, headers, body, sent, headBytes: headBytes(answer) });
          });
          answer.on('error', reject);
        },
      );
      call.on('error', reject);
      call.end(body);
    });
  }

  async text(address: string): Promise<string> {
    const { status, body } = await this.fetch(address);
    if (status !== 200) throw new Error(`${status} for ${address}`);
    return body.toString();
  }

  close(): void {
    this.#agent.destroy();
  }
}

function headBytes({ statusCode, statusMessage, rawHeaders }: IncomingMessage): number {
  const lines = [`HTTP/1.1 ${statusCode} ${statusMessage}`, ''];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    lines.push(`${rawHeaders[i]}: ${rawHeaders[i + 1]}`);
  }
  return lines.reduce((bytes, line) => bytes + Buffer.byteLength(line) + 2, 0);
}

/** The addresses in a site's sitemaps with the alternates of each. */
export async function sitemapOf(site: Site): Promise<Map<string, Alternates>> {
  const found = new Map<string, Alternates>();
  for (const address of locs(await site.text('/sitemap.xml'))) {
    for (const [, entry] of (await site.text(address)).matchAll(/<url>(.*?)<\/url>/gs)) {
      const links = [...entry!.matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)];
      const alternates = Object.fromEntries(links.map(([, lang, href]) => [lang!, href!]));
      found.set(locs(entry!)[0]!, alternates);
    }
  }
  return found;
}

/** Addresses by language. */
export type Alternates = Record<string, string>;

function locs(xml: string): string[] {
  return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address!);
}

/** Runs a task for everything in the list, four at a time. */
export async function forEachConcurrently<T>(
  list: Iterable<T>,
  task: (one: T) => Promise<void>,
): Promise<void> {
  const left = [...list].toReversed();
  const lane = async () => {
    for (let one = left.pop(); one !== undefined; one = left.pop()) await task(one);
  };
  await Promise.all(Array.from({ length: 4 }, lane));
}
