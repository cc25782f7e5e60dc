/**
 * The cookies of one request: those that the browser sent, updated by each Set-Cookie of the gateway, so that the second call
 * of an action sends what the first one set.
 */
export class CookieJar {
  /** Set-Cookie lines for the browser, in order. */
  readonly setCookies: string[] = [];
  readonly #values = new Map<string, string>();

  constructor(header: string | null) {
    for (const pair of (header ?? '').split(';')) {
      const [name, value] = split(pair);
      if (name) this.#values.set(name, value);
    }
  }

  /** Value of a cookie as it would be sent. */
  get(name: string): string | undefined {
    return this.#values.get(name);
  }

  /** The Cookie header of the next call; undefined without cookies. */
  header(): string | undefined {
    if (this.#values.size === 0) return undefined;
    return [...this.#values].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Applies the Set-Cookie lines of a response. */
  store(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      this.setCookies.push(line);
      const [pair = '', ...attributes] = line.split(';');
      const [name, value] = split(pair);
      if (!name) continue;
      if (attributes.some(isExpired)) this.#values.delete(name);
      else this.#values.set(name, value);
    }
  }
}

function split(pair: string): [string, string] {
  const at = pair.indexOf('=');
  return at < 0 ? ['', ''] : [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
}

function isExpired(attribute: string): boolean {
  const [name, value] = split(attribute);
  if (name.toLowerCase() === 'max-age') return Number(value) <= 0;
  return name.toLowerCase() === 'expires' && Date.parse(value) <= Date.now();
}
