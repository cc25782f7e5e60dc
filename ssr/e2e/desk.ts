import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const program = fileURLToPath(new URL('../../bin/roamcart', import.meta.url));

/** Types a command at the staff's desk that changes something, as somebody with a reason. */
export function desk(...words: string[]): Promise<void> {
  return ask(...words, '--actor', 'e2e', '--reason', 'a journey');
}

/** Types a command at the staff's desk. */
export async function ask(...words: string[]): Promise<void> {
  await roamcart('ops', ...words);
}

/** Types a command of the editors and returns what it answers, parsed. */
export async function edit(command: string, ...words: string[]): Promise<unknown> {
  return JSON.parse(await roamcart('content', command, ...words, '--json'));
}

/** Invites somebody to the Studio and returns the link that accepts it. */
export async function invite(email: string, role: string, lang: string): Promise<string> {
  const words = ['invite', email, '--role', role, '--locale', lang, '--by', 'e2e', '--json'];
  const { link } = JSON.parse(await roamcart('staff', ...words)) as { link: string };
  return link;
}

// Beside the shop that the journeys walk. Needs E2E_DATA_DIR, the shop's data.
async function roamcart(...words: string[]): Promise<string> {
  const shop = new URL(process.env.E2E_URL ?? 'http://localhost:8080');
  const { stdout } = await run(program, words, {
    env: { ...process.env, DATA_DIR: process.env.E2E_DATA_DIR ?? '.data', PORT: shop.port },
  });
  return stdout;
}
