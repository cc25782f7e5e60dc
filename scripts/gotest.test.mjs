import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';

// A package with a test that fails at its first run, in two ways.
const folder = mkdtempSync(path.join(tmpdir(), 'gotest-'));
after(() => rmSync(folder, { recursive: true }));
writeFileSync(path.join(folder, 'go.mod'), 'module github.com/roamcart/roamcart\n\ngo 1.26\n');
mkdirSync(path.join(folder, 'once'));
writeFileSync(
  path.join(folder, 'once/once_test.go'),
  `package once

import (
	"os"
	"testing"
)

func first(t *testing.T) bool {
	_, err := os.ReadFile(os.Getenv("MARK"))
	if err == nil {
		return false
	}
	if err := os.WriteFile(os.Getenv("MARK"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	return true
}

func TestFailsOnce(t *testing.T) {
	if first(t) {
		t.Fatal("WARNING: " + os.Getenv("SAID"))
	}
}

func TestHolds(t *testing.T) {}
`,
);

/** Runs the package's tests: the exit status, what was printed, and the rows. `still`: when the machine stood still, in lines. */
async function run(name, { still, said }) {
  const file = (suffix) => path.join(folder, `${name}.${suffix}`);
  writeFileSync(file('still'), still);
  const program = path.join(import.meta.dirname, 'gotest.mjs');
  const child = spawn(process.execPath, [program, file('tsv'), '-count=1', './...'], {
    cwd: folder,
    env: {
      ...process.env,
      GOFLAGS: '',
      STANDSTILLS: file('still'),
      MARK: file('mark'),
      SAID: said,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (part) => (printed += part));
  const status = await new Promise((resolve) => child.on('close', resolve));
  const rows = readFileSync(file('tsv'), 'utf8').split('\n').filter(Boolean);
  return {
    status,
    printed,
    rows: rows.map((row) => row.split('\t').slice(1).join(' ')).toSorted(),
  };
}

const NOW = `${Date.now() + 3_600_000}\t7200000\n`;

test('a test that failed while the machine stood still is run again', async () => {
  const { status, printed, rows } = await run('still', { still: NOW, said: 'late' });
  assert.equal(status, 0);
  assert.match(printed, /WARNING: late/);
  assert.match(printed, /stood still: \^\(TestFailsOnce\)\$/);
  assert.deepEqual(rows, ['passed go once TestFailsOnce again', 'passed go once TestHolds']);
});

test('a test that failed without a pause is not run again', async () => {
  const { status, rows } = await run('ran', { still: '1000\t700\n', said: 'late' });
  assert.equal(status, 1);
  assert.deepEqual(rows, ['failed go once TestFailsOnce', 'passed go once TestHolds']);
});

test('a data race is not run again', async () => {
  const { status, rows } = await run('raced', { still: NOW, said: 'DATA RACE' });
  assert.equal(status, 1);
  assert.deepEqual(rows, ['failed go once TestFailsOnce', 'passed go once TestHolds']);
});
