import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { INITIAL_STATE, setShop, useShop } from '../app/state/store';

jest.mock('../app/routes/not_found', () => require('./pages').notFound, { virtual: true });

const app = resolve(__dirname, '../app');

// Everything the browser can come to load, found by following imports from its two entries.
function browserGraph(): Map<string, string> {
  const found = new Map<string, string>();
  const visit = (file: string) => {
    if (found.has(file)) return;
    const text = readFileSync(file, 'utf8');
    found.set(file, text);
    for (const [, target] of text.matchAll(/(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g)) {
      const path = resolve(dirname(file), target!);
      const real = [path, `${path}.ts`, `${path}.tsx`].find(
        (p) => existsSync(p) && statSync(p).isFile(),
      );
      if (real && /\.tsx?$/.test(real)) visit(real);
    }
  };
  visit(join(app, 'boot/boot.ts'));
  visit(join(app, 'entry/client.tsx'));
  return found;
}

test('no server code reaches the browser', () => {
  const graph = browserGraph();
  expect(graph.size).toBeGreaterThan(20);
  for (const [file, text] of graph) {
    expect([relative(app, file), file.startsWith(app)]).toEqual([relative(app, file), true]);
    expect([file, /from '(node:|@remix-run|react-dom\/server)/.test(text)]).toEqual([file, false]);
    expect([file, text.includes('INTERNAL_TOKEN')]).toEqual([file, false]);
    // Only the renderer writes Markdown.
    expect([file, file.startsWith(join(app, 'twins'))]).toEqual([file, false]);
  }
});

test('code that both sides load can be loaded without a browser', () => {
  for (const folder of ['router', 'gw', 'i18n', 'head', 'state']) {
    for (const name of readdirSync(join(app, folder))) {
      if (!/\.tsx?$/.test(name) || name === 'Frame.tsx' || name === 'routes.tsx') continue;
      if (name.endsWith('.d.ts')) continue;
      expect(() => require(join(app, folder, name))).not.toThrow();
    }
  }
});

test('one renderer process never writes anybody’s state', () => {
  expect(() => setShop({ isLogin: true })).toThrow();
  expect(useShop.getState()).toBe(INITIAL_STATE);
});

test('client state starts as specified', () => {
  expect(INITIAL_STATE).toMatchObject({
    token: '',
    isLogin: false,
    userInfo: null,
    cartCount: 1,
    langId: 2,
    fullLoading: false,
    coupon: '',
    couponUse: false,
    sort: 1,
    discount: 0,
    getListParams: { filter: { oneYuanOneGB: 0 } },
  });
  expect(INITIAL_STATE.sortList.map((entry) => entry.value)).toEqual([1, 2]);
});

test('every row of the route table is a kind of the contract, once', () => {
  const { TABLE } = require('../app/router/table') as typeof import('../app/router/table');
  const contract = readFileSync(resolve(app, '../../shared/openapi.yaml'), 'utf8');
  const list = /\n    PageKind:\n[\s\S]*?enum:\s*\[([^\]]+)\]/.exec(contract)![1]!.match(/\w+/g)!;
  const kinds = TABLE.map((row) => row.kind);
  expect(new Set(kinds).size).toBe(kinds.length);
  expect(new Set(TABLE.map((row) => row.path)).size).toBe(TABLE.length);
  for (const kind of kinds) expect(list).toContain(kind);
});
