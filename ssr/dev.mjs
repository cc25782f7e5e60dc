// Hot reload with the shipped pipeline: both halves are rebuilt when a file changes, then the renderer is
// started anew. The content security policy stays the real one, which Vite's own dev server cannot keep.
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const here = dirname(fileURLToPath(import.meta.url));
const configFile = join(here, 'vite.config.ts');
let renderer;
let building = false;
let again = false;

async function rebuild() {
  if (building) {
    again = true;
    return;
  }
  building = true;
  try {
    await build({ configFile });
    await build({ configFile, build: { ssr: true } });
    restart();
  } catch (error) {
    // The old renderer goes on serving until the mistake is corrected.
    console.error(error instanceof Error ? error.message : error);
  }
  building = false;
  if (again) {
    again = false;
    await rebuild();
  }
}

function restart() {
  const start = () => {
    renderer = spawn(process.execPath, [join(here, 'dist/server/main.js')], { stdio: 'inherit' });
  };
  if (!renderer || renderer.exitCode !== null) return start();
  renderer.once('exit', start);
  renderer.kill('SIGTERM');
}

let timer;
for (const folder of ['app', 'server', '../shared']) {
  watch(join(here, folder), { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(rebuild, 100);
  });
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    renderer?.kill('SIGTERM');
    process.exit(0);
  });
}

await rebuild();
