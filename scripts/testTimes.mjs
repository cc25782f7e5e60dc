// Prints the ten slowest tests, when the machine stood still and which tests were run again because of it, and how many passed and
// failed: testTimes.mjs STANDSTILLS FILE...
// A file ends in .tsv and has a line "SECONDS<tab>passed|failed|skipped<tab>KIND<tab>NAME[<tab>again]" per test, or is the JSON
// report of Jest or Playwright. A file that is not there counts nothing.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { machinePauses } from './machinePauses.mjs';

const [still, ...files] = process.argv.slice(2);
const rows = files.filter(existsSync).flatMap(read);
const slowest = rows.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10);
console.log('\nThe ten slowest tests:');
for (const { seconds, kind, name } of slowest) {
  console.log(`  ${seconds.toFixed(1).padStart(6)} s  ${kind.padEnd(7)} ${name.slice(0, 120)}`);
}
const pauses = machinePauses(still).map(({ lasted }) => lasted / 1000);
if (pauses.length > 0) {
  const sum = pauses.reduce((a, b) => a + b).toFixed(1);
  console.log(
    `\nThe machine stood still ${pauses.length} times, ${sum} s in all, ${Math.max(...pauses)} s at most.`,
  );
}
for (const { kind, name } of rows.filter(({ again }) => again)) {
  console.log(`run again, because it failed while the machine stood still: ${kind} ${name}`);
}
const count = (wanted) => rows.filter(({ outcome }) => outcome === wanted).length;
console.log(`\n${count('passed')} passed, ${count('failed')} failed`);

function read(file) {
  const text = readFileSync(file, 'utf8');
  if (file.endsWith('.tsv')) return text.split('\n').filter(Boolean).map(goTest);
  const report = JSON.parse(text);
  return report.testResults ? report.testResults.flatMap(jestFile) : report.suites.flatMap(suite);
}

function goTest(line) {
  const [seconds, outcome, kind, name, again] = line.split('\t');
  return { seconds: Number(seconds), outcome, kind, name, again };
}

function jestFile({ name, assertionResults }) {
  return assertionResults.map(({ fullName, status, duration }) => ({
    seconds: (duration ?? 0) / 1000,
    outcome: status,
    kind: 'jest',
    name: `${path.basename(name)} ${fullName}`,
  }));
}

function suite({ file, specs = [], suites = [] }) {
  const tests = specs.flatMap(({ title, ok, tests: runs }) => ({
    seconds: runs.flatMap(({ results }) => results).reduce((ms, r) => ms + r.duration, 0) / 1000,
    outcome: ok ? 'passed' : 'failed',
    kind: 'browser',
    name: `${file} ${title}`,
    again: runs.some(({ status }) => status === 'flaky'),
  }));
  return [...tests, ...suites.flatMap(suite)];
}
