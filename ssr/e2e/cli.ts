import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const program = fileURLToPath(new URL('../../bin/roamcart', import.meta.url));

/** Runs a `roamcart ops` command that changes data, with the actor and reason that it requires. */
export function runOpsChange(...words: string[]): Promise<void> {
  return runOps(...words, '--actor', 'e2e', '--reason', 'a journey');
}

/** Runs a `roamcart ops` command. */
export async function runOps(...words: string[]): Promise<void> {
  await roamcart('ops', ...words);
}

/** Runs a `roamcart content` command and returns its parsed JSON output. */
export async function runContent(command: string, ...words: string[]): Promise<unknown> {
  return JSON.parse(await roamcart('content', command, ...words, '--json'));
}

/** Invites a member to the Studio and returns the invitation link. */
export async function inviteMember(email: string, role: string, lang: string): Promise<string> {
  const words = ['invite', email, '--role', role, '--locale', lang, '--by', 'e2e', '--json'];
  const { link } = JSON.parse(await roamcart('staff', ...words)) as { link: string };
  return link;
}

// Runs with the settings of the shop under test. Needs E2E_DATA_DIR, the shop's data.
async function roamcart(...words: string[]): Promise<string> {
  const shop = new URL(process.env.E2E_URL ?? 'http://localhost:8080');
  const { stdout } = await run(program, words, {
    env: { ...process.env, DATA_DIR: process.env.E2E_DATA_DIR ?? '.data', PORT: shop.port },
  });
  return stdout;
}
