// Gzip sizes of what a page loads, per page kind, against the budget of the front end. Run after a build; --json is for
// programs.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const BUDGET = { boot: 6_000, styles: 20_000, page: 140_000, later: 13_000, search: 2_500 };
const dir = join(dirname(fileURLToPath(import.meta.url)), 'dist/client');
const manifest = JSON.parse(readFileSync(join(dir, '.vite/manifest.json'), 'utf8'));
const gzip = (file) => gzipSync(readFileSync(join(dir, file)), { level: 9 }).length;

function closure(key, seen = new Set()) {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const next of manifest[key].imports ?? []) closure(next, seen);
  return seen;
}

const bytes = (keys) => [...keys].reduce((sum, key) => sum + gzip(manifest[key].file), 0);
const BOOT = 'app/boot/boot.ts';
const APP = 'app/entry/client.tsx';
const GATEWAY = 'app/gw/client.ts';
const SUGGESTIONS = 'app/components/search/Suggestions.tsx';
const isRoute = (key) => key.startsWith('app/routes/');

const rows = [
  ['boot script', bytes(closure(BOOT)), BUDGET.boot],
  [
    'styles (br)',
    brotliCompressSync(readFileSync(join(dir, manifest['app/styles.css'].file))).length,
    BUDGET.styles,
  ],
];
const shared = closure(APP, closure(BOOT));
rows.push(['application', bytes(shared), BUDGET.page]);
const added = (keys) => bytes(keys.reduce((seen, key) => closure(key, seen), new Set(shared)));
for (const key of Object.keys(manifest).filter(isRoute)) {
  rows.push([key.slice('app/routes/'.length), added([key]), BUDGET.page]);
}
// A payment page shows a card form or a code at once, and calls the gateway for it.
rows.push(['payment with gateway', added(['app/routes/payment.tsx', GATEWAY]), BUDGET.page]);
// What a visit fetches once a person does something: the gateway client, the head of the next page, what a form does.
const pages = Object.keys(manifest)
  .filter(isRoute)
  .reduce((seen, key) => closure(key, seen), new Set(shared));
const before = bytes(pages);
const later = Object.keys(manifest).filter(
  (key) => manifest[key].isDynamicEntry && !isRoute(key) && key !== SUGGESTIONS,
);
rows.push([
  'fetched when needed',
  bytes(later.reduce((seen, key) => closure(key, seen), pages)) - before,
  BUDGET.later,
]);
// Only who searches gets them.
const loaded = bytes(pages);
rows.push(['search suggestions', bytes(closure(SUGGESTIONS, pages)) - loaded, BUDGET.search]);

if (process.argv.includes('--json')) {
  console.log(JSON.stringify(rows.map(([name, size, budget]) => ({ name, size, budget }))));
} else {
  for (const [name, size, budget] of rows) {
    console.log(
      `${name.padEnd(24)}${String(size).padStart(8)} / ${budget}${size > budget ? '  over' : ''}`,
    );
  }
  process.exitCode = rows.some(([, size, budget]) => size > budget) ? 1 : 0;
}
