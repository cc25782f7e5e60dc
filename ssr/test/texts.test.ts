import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const root = path.join(__dirname, '..', '..');
const locales = path.join(root, 'shared/locales/en');

/** Every key of a namespace, groups and plural forms included. */
function keysOf(value: object, prefix = ''): string[] {
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === 'object'
      ? [prefix + name, ...keysOf(inner as object, `${prefix}${name}.`)]
      : [prefix + name, prefix + name.replace(/_(?:zero|one|two|few|many|other)$/, '')],
  );
}

const known = new Map(
  readdirSync(locales).map((file) => [
    path.basename(file, '.json'),
    keysOf(JSON.parse(readFileSync(path.join(locales, file), 'utf8')) as object),
  ]),
);

/** The keys that a source names, `ns:key`; one that goes on with a variable ends in `${`. */
function named(source: string): [ns: string, key: string, open: boolean][] {
  return [...source.matchAll(/['"`]([a-z]+):([\w.]+)(['"`]|\$\{)/g)].map(([, ns, key, end]) => [
    ns!,
    key!,
    end === '${',
  ]);
}

// A missing key shows as its own name: no other test reads every text of every state.
test('every text that the application names exists', () => {
  const missing: string[] = [];
  let count = 0;
  for (const file of readdirSync(path.join(root, 'ssr/app'), { recursive: true }) as string[]) {
    if (!/\.tsx?$/.test(file)) continue;
    for (const [ns, key, open] of named(readFileSync(path.join(root, 'ssr/app', file), 'utf8'))) {
      const keys = known.get(ns);
      if (!keys) continue;
      count++;
      if (!keys.some((k) => (open ? k.startsWith(key) : k === key))) {
        missing.push(`${file}: ${ns}:${key}`);
      }
    }
  }
  expect(missing).toEqual([]);
  expect(count).toBeGreaterThan(500);
});
