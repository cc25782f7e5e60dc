// Runs `go test -json` and prints a line per package, and what a package printed when it failed:
//   gotest.mjs TIMES ARGUMENT...
// Appends "SECONDS<tab>passed|failed|skipped<tab>go<tab>PACKAGE TEST" per test to TIMES. Tests that failed while the machine stood
// still (machinePauses.mjs, whose file STANDSTILLS names) say nothing about the shop and are run again, without the others; their
// lines end in "<tab>again". If one failed otherwise, raced or ended its package, nothing is run again.
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { pausedBetween } from './machinePauses.mjs';

const [times, ...args] = process.argv.slice(2);
const MODULE = 'github.com/roamcart/roamcart/';
const outcomes = { pass: 'passed', fail: 'failed', skip: 'skipped' };

const first = await run(args);
const again = first.retryable ? await runAgain(first.failed) : new Map();
const rows = first.rows.map((row) =>
  again.has(keyOf(row)) ? [...again.get(keyOf(row)), 'again'] : row,
);
appendFileSync(times, rows.map((row) => row.join('\t') + '\n').join(''));
const passes = first.retryable && rows.every(([, outcome]) => outcome !== outcomes.fail);
process.exitCode = passes ? 0 : first.status;

/** Runs the tests of these rows again, each package alone, with the flags of the first run, and returns the new rows by test. */
async function runAgain(failed) {
  const rowsByKey = new Map();
  for (const name of new Set(failed.map(([, , , test]) => test.split(' ')[0]))) {
    const tests = failed.map(keyOf).filter((key) => key.startsWith(`${name} `));
    const only = `^(${tests.map((key) => key.split(' ')[1]).join('|')})$`;
    console.log(`the machine stood still: ${only} of ${name} again`);
    const flags = args.filter((arg) => !isPackage(arg));
    const { rows } = await run([...flags, '-run', only, MODULE + name]);
    for (const row of rows) rowsByKey.set(keyOf(row), row);
  }
  return rowsByKey;
}

function keyOf([, , , test]) {
  return test;
}

function isPackage(arg) {
  return arg.startsWith('./') || arg.startsWith(MODULE);
}

/** Runs `go test` and returns its status, a row per test, the failed tests, and whether every failure was during a pause of the machine. */
async function run(flags) {
  const go = spawn('go', ['test', '-json', ...flags], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => go.on('close', (code) => resolve(code ?? 1)));
  const output = new Map(); // by package and test, until it is known whether it passed
  const began = new Map(); // the same, in milliseconds since 1970
  const all = []; // rows
  const failing = new Set(); // packages with a test that failed
  let retryable = true;

  /** Prints what a test, or the package itself, has printed if it failed. */
  const finish = (key, action) => {
    const text = output.get(key) ?? '';
    output.delete(key);
    if (action !== 'fail') return;
    process.stdout.write(text);
    if (/DATA RACE|^panic:/m.test(text)) retryable = false;
  };

  for await (const line of createInterface({ input: go.stdout })) {
    let event;
    try {
      event = JSON.parse(line);
    } catch {
      console.log(line); // what the compiler says is not JSON everywhere
      continue;
    }
    const { Time, Action, Package, ImportPath, Test, Elapsed = 0, Output } = event;
    const name = Package?.replace(MODULE, '');
    const key = `${name} ${Test ?? ''}`;
    if (Action === 'run') began.set(key, Date.parse(Time));
    if (Action === 'build-output') {
      process.stdout.write(Output);
    } else if (Action === 'output') {
      output.set(key, (output.get(key) ?? '') + Output);
    } else if (Action in outcomes && Test) {
      finish(key, Action);
      // A parent's time is that of its parts.
      if (Test.includes('/')) continue;
      all.push([Elapsed, outcomes[Action], 'go', key]);
      if (Action !== 'fail') continue;
      failing.add(Package);
      retryable &&= pausedBetween(process.env.STANDSTILLS, began.get(key), Date.parse(Time));
    } else if (Action in outcomes && (Package ?? ImportPath)) {
      finish(`${name} `, Action);
      // One that does not compile, or dies between two tests, has failed as well.
      if (Action === 'fail' && !failing.has(Package)) {
        retryable = false;
        if (Package) all.push([Elapsed, outcomes.fail, 'go', `${name} as a whole`]);
      }
      if (Action === 'pass') console.log(`ok  ${Elapsed.toFixed(1).padStart(6)} s  ${name}`);
    }
  }
  // What a test printed that did not come to its end.
  for (const text of output.values()) process.stdout.write(text);
  if (output.size > 0) retryable = false;
  const failed = all.filter(([, outcome]) => outcome === outcomes.fail);
  return { status: await ended, rows: all, failed, retryable: retryable && failed.length > 0 };
}
