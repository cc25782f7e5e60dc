/** Cache Storage by the part that the worker uses. As in a browser, whoever holds a deleted cache may go on using it. */
export class FakeCaches {
  private readonly all = new Map<string, FakeCache>();
  private readonly failing = new Set<string>();
  keys = async () => [...this.all.keys()];
  has = async (name: string) => this.all.has(name);
  delete = async (name: string) => this.all.delete(name);

  /** Makes an operation of every cache fail from now on, as a device without free space fails `put`. */
  fail(operation: 'match' | 'put' | 'delete'): void {
    this.failing.add(operation);
  }

  async open(name: string): Promise<FakeCache> {
    const cache = this.all.get(name) ?? new FakeCache(this.failing);
    this.all.set(name, cache);
    return cache;
  }

  async match(url: string): Promise<Response | undefined> {
    for (const cache of this.all.values()) {
      const found = await cache.match(url);
      if (found) return found;
    }
    return undefined;
  }
}

class FakeCache {
  private readonly held = new Map<string, Response>();
  constructor(private readonly failing: ReadonlySet<string>) {}

  keys = async () => [...this.held.keys()].map((url) => ({ url }));

  async match(key: string | { url: string }): Promise<Response | undefined> {
    this.check('match');
    return this.held.get(address(key))?.clone();
  }

  async put(key: string | { url: string }, value: Response): Promise<void> {
    this.check('put');
    this.held.set(address(key), value);
  }

  async delete(key: string | { url: string }): Promise<boolean> {
    this.check('delete');
    return this.held.delete(address(key));
  }

  private check(operation: string): void {
    if (this.failing.has(operation)) throw new DOMException(operation, 'QuotaExceededError');
  }
}

function address(key: string | { url: string }): string {
  return new URL(typeof key === 'string' ? key : key.url, 'https://shop.test').href;
}
