import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import sharp from 'sharp';
import { build, defineConfig, type InlineConfig, type Plugin } from 'vite';
import options from './build.json' with { type: 'json' };
import { buildIdOf } from './vite/buildId.ts';
import { cssConstants } from './vite/cssConstants.ts';
import { cssReset } from './vite/cssReset.ts';

const here = dirname(fileURLToPath(import.meta.url));
const clientDir = resolve(here, 'dist/client');

// Both halves: `vite build` makes the browser's, `vite build --ssr` the renderer's. The front door
// serves dist/client as it is.
export default defineConfig(({ isSsrBuild }) => ({
  root: here,
  publicDir: false,
  logLevel: 'warn',
  plugins: [
    react(),
    ...(isSsrBuild
      ? []
      : [
          namedExports(),
          pureComponents(),
          plainImports(),
          tailwindcss(),
          flags(),
          bootScript(),
          buildId(),
          serviceWorker(),
          packed(),
        ]),
  ],
  css: { postcss: { plugins: [cssConstants(), cssReset()] } },
  resolve: { alias: productionRouter },
  build: isSsrBuild ? serverBuild : clientBuild,
}));

// React Router exports its development build to bundlers and to Node; the other one lacks only the warnings. Browser,
// renderer and Jest (through build.json) take the same.
const productionRouter = Object.entries(options.router).map(([name, file]) => ({
  find: new RegExp(`^${name}$`),
  replacement: resolve(here, '../node_modules', `${file}.mjs`),
}));

/** Prefix of the modules that {@link namedExports} makes. */
const NAMED = '\0named:';

// One file for what comes together wherever it comes is smaller than several.
const GROUPS = [
  // Changes only when a library does: browsers keep it over most builds.
  {
    name: 'libraries',
    test: /node_modules\/(react|react-dom|scheduler|react-router|i18next|zustand)\/|^\0named:/,
  },
  // What every page loads.
  { name: 'application', tags: ['$initial' as const], test: /(?<!\.css)$/ },
  {
    name: 'page',
    test: /components\/(page\/Alert|form\/(ErrorSummary|FieldError|ariaDisabled))\.tsx?$|i18n\/format\.ts$|state\/hydrated\.ts$/,
  },
  {
    name: 'fields',
    test: /components\/(page\/Breadcrumbs|form\/(Check|Field|formText|useDomValue))\.tsx?$/,
  },
  {
    name: 'plan',
    test: /components\/(page\/Flags|plan\/(Plan(Art|Badges|Card)|planText))\.tsx?$|router\/fragment\.ts$/,
  },
  {
    name: 'ordered',
    test: /router\/usePolling\.ts$|components\/(page\/svgData|order\/(useRefreshWhile|orderAgain))\.ts$/,
  },
  {
    name: 'forms',
    test: /components\/form\/(FormErrors|NameFields|Submit|useFormErrors|fieldErrors)\.tsx?$/,
  },
  {
    name: 'drafts',
    test: /components\/form\/(useDraft|SwitchLanguageButton|splitLinks)\.tsx?$|app\/drafts\/(trackForm|otherLanguage)\.ts$/,
  },
  { name: 'code', test: /components\/form\/(CodeField|codeStep)\.tsx?$/ },
  { name: 'password', test: /components\/form\/((New)?PasswordFields?|passwordRules)\.tsx?$/ },
  { name: 'list', test: /components\/(page\/Pagination|plan\/CompareChoice)\.tsx$/ },
  { name: 'account', test: /components\/account\/Account(Frame|Part)\.tsx$/ },
];

const clientBuild = {
  outDir: clientDir,
  emptyOutDir: true,
  manifest: true,
  target: options.target,
  // Nothing inlined: data: URLs and inline styles would need holes in the content security policy.
  assetsInlineLimit: 0,
  cssCodeSplit: true,
  // No list of the files that a page imports travels with the application. Pages share few, and most are fetched when a
  // pointer is over the link; the first page's are named by the document.
  modulePreload: false as const,
  rolldownOptions: {
    input: ['app/entry/client.tsx', 'app/styles.css', 'app/overlay.css'].map((name) =>
      resolve(here, name),
    ),
    preserveEntrySignatures: 'allow-extension' as const, // The boot script calls what the application exports.
    treeshake: {
      // Reading a property, or a global that is not there, changes nothing in any of our modules.
      propertyReadSideEffects: false as const,
      unknownGlobalSideEffects: false,
    },
    output: { codeSplitting: { includeDependenciesRecursively: false, groups: GROUPS } },
  },
};

const serverBuild = {
  outDir: resolve(here, 'dist/server'),
  emptyOutDir: true,
  target: 'node20',

  rolldownOptions: { input: resolve(here, 'server/main.ts') },
};

/**
 * Gives modules that import React its functions by name. React is CommonJS: imported as it is, every file of the build
 * would bring a copy of its exports, and every call would go through that.
 */
function namedExports(): Plugin {
  const MODULES = ['react', 'react/jsx-runtime', 'react-dom/client'];
  return {
    name: 'roamcart-named-exports',
    enforce: 'pre',
    resolveId(source, importer, { kind }) {
      const named = kind === 'import-statement' && !importer?.startsWith(NAMED);
      return named && MODULES.includes(source) ? NAMED + source : undefined;
    },
    load(id) {
      if (!id.startsWith(NAMED)) return undefined;
      const source = id.slice(NAMED.length);
      const names = Object.keys(createRequire(import.meta.url)(source) as object);
      const lines = names.map((name) => `export const ${name} = all.${name};`);
      return `import all from '${source}';\nexport default all;\n${lines.join('\n')}`;
    },
  };
}

/**
 * Leaves dynamic imports to the browser. Vite's own loader fetches the style sheets and modules that a chunk names beforehand;
 * here no chunk has a style sheet of its own, and `modulePreload` is off. Where a pattern does not match, nothing changes but the
 * size.
 */
function plainImports(): Plugin {
  // In a chunk that is not minified yet: a call around an import, and around one of which names are taken.
  const WRAPPED = /__vitePreload\(\(\) => (import\("[^"]+"\)[^]*?), __VITE_PRELOAD__\)/g;
  const NAMES_TAKEN =
    /__vitePreload\(async \(\) => \{\s*const \{[^}]*\} = await (import\("[^"]+"\));\s*return \{[^}]*\};\s*\}, __VITE_PRELOAD__\)/g;
  return {
    name: 'roamcart-plain-imports',
    enforce: 'pre',
    load(id) {
      const helper = id === '\0vite/preload-helper.js';
      return helper ? 'export const __vitePreload = (load) => load();' : undefined;
    },
    renderChunk: (code) => ({
      code: code.replace(WRAPPED, '$1').replace(NAMES_TAKEN, '$1'),
      map: null,
    }),
  };
}

/**
 * Lets the bundler leave out the components of React Router that nobody imports. A component or context is made by a call and
 * named for developer tools by a write, both of which a bundler must take for effects: the calls are annotated as pure, the
 * names are left out. Where the pattern does not match, nothing changes but the size.
 */
function pureComponents(): Plugin {
  const MADE = /^(var \w+ = )(React\d*\.(?:createContext|forwardRef|memo)\()/gm;
  const DISPLAY_NAME = /^\w+\.displayName = "[^"]*";$/gm;
  return {
    name: 'roamcart-pure-components',
    transform: {
      filter: { id: /node_modules\/react-router\// },
      handler: (code) => ({
        code: code.replace(MADE, '$1/* @__PURE__ */ $2').replace(DISPLAY_NAME, ''),
        map: null,
      }),
    },
  };
}

/** Pixels of a flag: it is shown 30 wide on phones and 42 on desktops, whose screens have up to three and two a pixel. */
const FLAG = { width: 84, height: 56 };

/**
 * Country flags under /assets/flags/, one small file each, by lower-case ISO code, and the tile that a site may show instead. The
 * pages show them as pixels: a browser makes a document of its own for each SVG, on the thread that lays the page out.
 */
function flags(): Plugin {
  return {
    name: 'roamcart-flags',
    async generateBundle() {
      const dir = resolve(here, '../node_modules/country-flag-icons/3x2');
      const codes = readdirSync(dir).flatMap((name) => /^([A-Z]{2})\.svg$/.exec(name)?.[1] ?? []);
      const files = codes.map((code) => [code.toLowerCase(), join(dir, `${code}.svg`)] as const);
      const drawn = [...files, ['tile', resolve(here, 'app/tile.svg')] as const].map(
        async ([name, file]) => {
          const svg = readFileSync(file);
          const fileName = `assets/flags/${name}`;
          this.emitFile({ type: 'asset', fileName: `${fileName}.svg`, source: svg });
          this.emitFile({ type: 'asset', fileName: `${fileName}.webp`, source: await pixels(svg) });
        },
      );
      await Promise.all(drawn);
    },
  };
}

/** A flag as WebP without loss, on the white of the cards. */
function pixels(svg: Buffer): Promise<Buffer> {
  return sharp(svg)
    .resize({ ...FLAG, fit: 'fill' })
    .flatten({ background: '#fff' })
    .webp({ lossless: true, effort: 6 })
    .toBuffer();
}

/**
 * Builds the boot script by itself, as a script that is no module: browsers run those of low priority after they have
 * painted. It is added to the manifest.
 */
function bootScript(): Plugin {
  const NAME = 'app/boot/boot.ts';
  return {
    name: 'roamcart-boot-script',
    writeBundle: {
      sequential: true,
      async handler() {
        const built = await build(alone(NAME, 'assets/boot-[hash].js'));
        const { output } = (Array.isArray(built) ? built[0]! : built) as {
          output: { fileName: string }[];
        };
        const file = join(clientDir, '.vite/manifest.json');
        const manifest = JSON.parse(readFileSync(file, 'utf8'));
        manifest[NAME] = { file: output[0]!.fileName, src: NAME, isEntry: true };
        writeFileSync(file, JSON.stringify(manifest, null, 2));
      },
    },
  };
}

/** How to build one script that needs no other file, into the folder of the browser's half. */
function alone(input: string, entryFileNames: string): InlineConfig {
  return {
    root: here,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    resolve: { alias: productionRouter },
    build: {
      outDir: clientDir,
      emptyOutDir: false,
      target: options.target,
      rolldownOptions: {
        input: resolve(here, input),
        output: { format: 'iife', entryFileNames },
      },
    },
  };
}

/** Writes builds/latest.json: equal builds have equal ids. */
function buildId(): Plugin {
  return {
    name: 'roamcart-build-id',
    writeBundle: {
      sequential: true,
      handler() {
        const manifest = readFileSync(join(clientDir, '.vite/manifest.json'), 'utf8');
        const id = buildIdOf(resolve(here, '..'), manifest);
        mkdirSync(join(clientDir, 'builds'), { recursive: true });
        writeFileSync(join(clientDir, 'builds/latest.json'), `${JSON.stringify({ id })}\n`);
      },
    },
  };
}

/** Writes sw.js beside assets/: one classic script, because not every browser takes modules there. */
function serviceWorker(): Plugin {
  return {
    name: 'roamcart-service-worker',
    writeBundle: {
      sequential: true,
      async handler() {
        const read = (name: string) => JSON.parse(readFileSync(join(clientDir, name), 'utf8'));
        const { id } = read('builds/latest.json') as { id: string };
        const manifest = read('.vite/manifest.json') as Record<string, { file: string }>;
        const styles = [`/${manifest['app/styles.css']!.file}`];
        await build({
          ...alone('app/worker/worker.ts', 'sw.js'),
          define: { BUILD: JSON.stringify(id), STYLES: JSON.stringify(styles) },
        });
      },
    },
  };
}

/** Puts a .br and a .gz beside every file that is text and worth it: the front door sends them as they are. */
function packed(): Plugin {
  const FROM = 1024; // bytes; the front door packs nothing shorter either
  const kept = async (name: string) => {
    const body = readFileSync(name);
    if (body.length < FROM) return;
    const params = { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT };
    writeFileSync(`${name}.br`, await promisify(brotliCompress)(body, { params }));
    writeFileSync(`${name}.gz`, await promisify(gzip)(body, { level: 9 }));
  };
  return {
    name: 'roamcart-packed',
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const files = readdirSync(clientDir, { recursive: true, encoding: 'utf8' });
        const texts = files.filter((name) => /^(assets\/.+|sw)\.(css|js|svg)$/.test(name));
        await Promise.all(texts.map((name) => kept(join(clientDir, name))));
      },
    },
  };
}
