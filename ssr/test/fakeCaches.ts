/** Cache Storage by the part that the worker uses. As in a browser, whoever holds a deleted cache may go on using it. */
export class FakeCaches {
  private readonly all = new Map<string, FakeCache>();
  keys = async () => [...this.all.keys()];
  delete = async (name: string) => this.all.delete(name);

  async open(name: string): Promise<FakeCache> {
    const cache = this.all.get(name) ?? new FakeCache();
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
  keys = async () => [...this.held.keys()].map((url) => ({ url }));
  match = async (key: string | { url: string }) => this.held.get(address(key))?.clone();
  put = async (key: string, value: Response) => void this.held.set(address(key), value);
  delete = async (key: string) => this.held.delete(address(key));
}

function address(key: string | { url: string }): string {
  return new URL(typeof key === 'string' ? key : key.url, 'https://shop.test').href;
}
