import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TABLE, type TableRow } from '../app/router/table';
import { readSheet, type Sheet } from './sheet';

/** URLs of the built browser half. */
export type Assets = {
  /** Id of the build; a tab with another one reloads. */
  build: string;
  boot: string;
  styles: string[];
  /** The style sheet of the first-load overlay, which `styles` hide again. */
  overlayStyles: string[];
  /** Both style sheets, parsed, for pages with an inline subset. */
  sheet: Sheet;
  /** The modules of the application on a page of this kind, the entry first. */
  modules: (kind: string) => string[];
};

type Chunk = { file: string; imports?: string[] };
type Manifest = Record<string, Chunk>;

const BOOT = 'app/boot/boot.ts';
const APP = 'app/entry/client.tsx';
const STYLES = 'app/styles.css';
const OVERLAY = 'app/overlay.css';

/** Reads the manifest of a browser build. @throws Error when there is no complete build in `clientDir` */
export function readAssets(clientDir: string, table: readonly TableRow[] = TABLE): Assets {
  const manifest = readJson<Manifest>(join(clientDir, '.vite/manifest.json'));
  const { id } = readJson<{ id: string }>(join(clientDir, 'builds/latest.json'));
  const boot = chunkOf(manifest, BOOT);
  const byKind = new Map<string, string[]>();
  for (const row of table) {
    const file = row.file ?? row.kind;
    byKind.set(row.kind, closure(manifest, [APP, ...(file ? [`app/routes/${file}.tsx`] : [])]));
  }
  const [styles, overlay] = [STYLES, OVERLAY].map((key) => chunkOf(manifest, key).file);
  const css = [overlay, styles].map((file) => readFileSync(join(clientDir, file!), 'utf8'));
  return {
    build: id,
    boot: url(boot.file),
    styles: [url(styles!)],
    overlayStyles: [url(overlay!)],
    sheet: readSheet(css.join('')),
    modules: (kind) => byKind.get(kind) ?? closure(manifest, [APP]),
  };
}

// The transitive closure of static imports, each chunk once.
function closure(manifest: Manifest, entries: string[]): string[] {
  const seen = new Set<string>();
  const visit = (key: string) => {
    if (seen.has(key)) return;
    seen.add(key);
    for (const dependency of chunkOf(manifest, key).imports ?? []) visit(dependency);
  };
  entries.forEach(visit);
  return [...seen].map((key) => url(chunkOf(manifest, key).file));
}

function chunkOf(manifest: Manifest, key: string): Chunk {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`the browser build has no ${key}`);
  return chunk;
}

function url(file: string): string {
  return `/${file}`;
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8')) as T;
}
