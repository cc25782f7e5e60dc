// Notes when the machine stands still: standstills.mjs FILE. Appends "ENDED<tab>LASTED" to FILE, both in milliseconds and the first
// since 1970, whenever this program, which does nothing but look at the clock, was kept from it for longer than a test allows for:
// the host had paused the machine or given its processors to others. It ends with the program that started it.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const LOOKS_EVERY = 50;
const LONG = 500;

/** Whether the machine stood still between two instants, in milliseconds since 1970, as far as FILE says. */
export function stoodStill(file, from, to) {
  return standstills(file).some(({ ended, lasted }) => ended >= from && ended - lasted <= to);
}

/** All that FILE says, each with its end and its length in milliseconds. */
export function standstills(file) {
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
    const lasted = Math.round(now - before - LOOKS_EVERY);
    before = now;
    if (lasted > LONG) appendFileSync(file, `${Date.now()}\t${lasted}\n`);
  }, LOOKS_EVERY);
}
