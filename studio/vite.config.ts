import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import options from '../ssr/build.json' with { type: 'json' };

const here = dirname(fileURLToPath(import.meta.url));

// The Studio's application, which the Go program serves below /studio.
export default defineConfig({
  root: here,
  base: '/studio/',
  publicDir: false,
  logLevel: 'warn',
  plugins: [react(), tailwindcss()],
  resolve: {
    // React Router exports its development build to bundlers; the other one lacks only the warnings.
    alias: Object.entries(options.router).map(([name, file]) => ({
      find: new RegExp(`^${name}$`),
      replacement: resolve(here, '../node_modules', `${file}.mjs`),
    })),
  },
  build: {
    outDir: resolve(here, 'dist'),
    emptyOutDir: true,
    target: options.target,
    // data: URLs would need holes in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
