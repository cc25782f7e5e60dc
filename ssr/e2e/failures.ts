import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { FullConfig, FullResult, Reporter, Suite, TestCase } from '@playwright/test/reporter';

/**
 * Writes `results/failures.txt`: a line for each failed test with the beginning of its error.
 * `scripts/test.sh` prints it last, because people see the end of a long log.
 */
export default class Failures implements Reporter {
  private suite!: Suite;

  onBegin(_: FullConfig, suite: Suite): void {
    this.suite = suite;
  }

  onEnd(result: FullResult): void {
    const lines = this.suite.allTests().flatMap(describe);
    if (lines.length === 0 && result.status !== 'passed')
      lines.push(`the run was ${result.status}`);
    const folder = path.join(import.meta.dirname, 'results');
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'failures.txt'), lines.map((line) => line + '\n').join(''));
  }
}

function describe(test: TestCase): string[] {
  if (test.outcome() !== 'unexpected') return [];
  const [, , file, ...names] = test.titlePath();
  const error = test.results.find((r) => r.error)?.error?.message ?? 'no message';
  const lines = stripVTControlCharacters(error)
    .split('\n')
    .filter((line) => line.trim());
  const reason = lines.slice(0, 6).join(' | ').slice(0, 400);
  return [`failed: ${file} › ${names.join(' › ')}: ${reason}`];
}
