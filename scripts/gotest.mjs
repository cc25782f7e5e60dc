// Reads `go test -json` and prints a line per package, and what a package printed when it failed.
//   go test -json ... | node scripts/gotest.mjs TIMES
// Appends "SECONDS<tab>passed|failed|skipped<tab>go<tab>PACKAGE TEST" per test to TIMES.
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [times] = process.argv.slice(2);
const outcomes = { pass: 'passed', fail: 'failed', skip: 'skipped' };
const output = new Map(); // by package and test, until it is known whether it passed
const rows = [];
const failing = new Set(); // packages with a test that failed

for await (const line of createInterface({ input: process.stdin })) {
  let event;
  try {
    event = JSON.parse(line);
  } catch {
    console.log(line); // what the compiler says is not JSON everywhere
    continue;
  }
  const { Action, Package, ImportPath, Test, Elapsed = 0, Output } = event;
  const name = Package?.replace('github.com/roamcart/roamcart/', '');
  if (Action === 'build-output') {
    process.stdout.write(Output);
  } else if (Action === 'output') {
    const key = `${Package} ${Test ?? ''}`;
    output.set(key, (output.get(key) ?? '') + Output);
  } else if (Action in outcomes && Test) {
    finish(`${Package} ${Test}`, Action);
    if (Action === 'fail') failing.add(Package);
    // A parent's time is that of its parts.
    if (!Test.includes('/')) rows.push([Elapsed, outcomes[Action], 'go', `${name} ${Test}`]);
  } else if (Action in outcomes && (Package ?? ImportPath)) {
    finish(`${Package} `, Action);
    // One that does not compile, or dies between two tests, has failed as well.
    if (Action === 'fail' && Package && !failing.has(Package))
      rows.push([Elapsed, outcomes.fail, 'go', `${name} as a whole`]);
    if (Action === 'pass') console.log(`ok  ${Elapsed.toFixed(1).padStart(6)} s  ${name}`);
  }
}
// What a test printed that did not come to its end.
for (const text of output.values()) process.stdout.write(text);
appendFileSync(times, rows.map((row) => row.join('\t') + '\n').join(''));

/** Prints what a test, or the package itself, has printed if it failed. */
function finish(key, action) {
  if (action === 'fail') process.stdout.write(output.get(key) ?? '');
  output.delete(key);
}
