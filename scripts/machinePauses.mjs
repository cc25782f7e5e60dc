// Records the pauses of the machine: machinePauses.mjs FILE. A timer checks the clock; when it fires more than half a second late, the
// host had paused the machine or given its processors to others. Then "ENDED<tab>LASTED" is appended to FILE, both in milliseconds, the
// first since 1970. The program ends with the one that started it.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const INTERVAL_MS = 50;
const MIN_LENGTH_MS = 500;

/** Reports whether FILE has a pause between two instants, in milliseconds since 1970. */
export function pausedBetween(file, from, to) {
  return machinePauses(file).some(({ ended, lasted }) => ended >= from && ended - lasted <= to);
}

/** Reads the pauses of FILE, each with its end and its length in milliseconds. */
export function machinePauses(file) {
  if (!file || !existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => {
    const [ended, lasted] = line.split('\t').map(Number);
    return { ended, lasted };
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [file] = process.argv.slice(2);
  const parent = process.ppid;
  let before = performance.now();
  setInterval(() => {
    if (process.ppid !== parent) process.exit();
    const now = performance.now();
    const lasted = Math.round(now - before - INTERVAL_MS);
    before = now;
    if (lasted > MIN_LENGTH_MS) appendFileSync(file, `${Date.now()}\t${lasted}\n`);
  }, INTERVAL_MS);
}
