import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';

// What pages are made of besides the browser's files, from the project's folder: the renderer, the texts and the packages.
const SOURCES = [
  'ssr/app',
  'ssr/server',
  'shared/locales',
  'shared/constants.json',
  'package-lock.json',
];
const EXCLUDED = /\.test\.tsx?$|\.md$|\/studio[^/]*\.json$/;

/**
 * The id of a build: 12 hex digits that change with anything that may change a page, and with nothing else. Pages in the cache
 * and in open tabs belong to one id.
 *
 * @param project the project's folder
 * @param manifest the manifest of the browser's files
 */
export function buildIdOf(project: string, manifest: string): string {
  const hash = createHash('sha256').update(manifest);
  for (const source of SOURCES) {
    for (const name of filesIn(project, source)) {
      if (!EXCLUDED.test(name))
        hash.update(`\0${name}\0`).update(readFileSync(join(project, name)));
    }
  }
  return hash.digest('hex').slice(0, 12);
}

function filesIn(project: string, source: string): string[] {
  const path = join(project, source);
  if (statSync(path).isFile()) return [source];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(project.length + 1)
        .replaceAll(sep, '/'),
    )
    .sort();
}
