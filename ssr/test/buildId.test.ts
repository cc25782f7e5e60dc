import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { buildIdOf } from '../vite/buildId';

let project: string;
const write = (name: string, text: string) => {
  mkdirSync(dirname(join(project, name)), { recursive: true });
  writeFileSync(join(project, name), text);
};

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'build-id-'));
  for (const name of ['ssr/app/a.tsx', 'ssr/server/document.ts', 'shared/locales/zh/home.json'])
    write(name, 'before');
  for (const name of ['shared/constants.json', 'package-lock.json']) write(name, '{}');
});
afterEach(() => rmSync(project, { recursive: true }));

test.each([
  'shared/locales/zh/home.json',
  'shared/locales/en/new.json',
  'shared/constants.json',
  'ssr/server/document.ts',
  'ssr/app/a.tsx',
  'package-lock.json',
])('%s belongs to the id of the build', (name) => {
  const before = buildIdOf(project, '{}');
  expect(before).toMatch(/^[\da-f]{12}$/);
  write(name, 'after');
  expect(buildIdOf(project, '{}')).not.toBe(before);
});

test('the browser’s files belong to the id, tests and texts of the Studio do not', () => {
  const before = buildIdOf(project, '{}');
  expect(buildIdOf(project, '{"a":1}')).not.toBe(before);
  write('ssr/app/a.test.tsx', 'new');
  write('shared/locales/en/studio-orders.json', 'new');
  expect(buildIdOf(project, '{}')).toBe(before);
});
