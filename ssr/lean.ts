import type { Plugin } from 'vite';

/**
 * Leaves out of the browser's bundle what of a library this shop never calls and a bundler cannot know
 * about. A function that is left out throws when somebody calls it after all, unless a body is given
 * here for it. A name that the library no longer has fails the build: an upgrade is looked at, not
 * guessed.
 */
export function leanLibraries(): Plugin {
  const missing = new Set(DIETS.flatMap(({ bodies }) => Object.keys(bodies)));
  return {
    name: 'roamcart-lean-libraries',
    transform(code, id) {
      const diet = DIETS.find(({ file }) => file.test(id));
      if (!diet) return null;
      const found = (name: string) => missing.delete(name);
      return { code: cut(code, diet, this.parse(code) as unknown as Node, found), map: null };
    },
    buildEnd(error) {
      if (!error && missing.size > 0) {
        this.error(`ssr/lean.ts names what the libraries no longer have: ${[...missing].join()}`);
      }
    },
  };
}

type Diet = {
  file: RegExp;
  /** Functions and classes by name, methods by `.name`, with what stands in their braces instead. */
  bodies: Record<string, string>;
  /** Calls whose arguments from this one on are words for developers. */
  wordsFrom?: Record<string, number>;
  /** Assignments and marks that keep alive what nobody imports. */
  also?: readonly [RegExp, string][];
};

type Node = { type: string; start: number; end: number; [key: string]: unknown };
type Edit = { start: number; end: number; text: string };

const LEFT_OUT = "throw new Error('left out of this build: ssr/lean.ts')";
const out = (...names: string[]) => Object.fromEntries(names.map((name) => [name, LEFT_OUT]));

const DIETS: readonly Diet[] = [
  {
    file: /\/react-router\/dist\/production\/chunk-\w+\.mjs$/,
    bodies: {
      // Fetchers, blockers, routes that arrive later, optional segments, instrumentation,
      // the default data strategy: we use none. Nor the framework and server components modes.
      ...out(
        'handleFetcherAction',
        'handleFetcherLoader',
        'discoverRoutes',
        'patchRoutesImpl',
        'explodeOptionalSegments',
        'getRouteInstrumentationUpdates',
        'instrumentClientSideRouter',
        'runClientMiddlewarePipeline',
        'RSCErrorHandler',
        'Scripts',
        'RemixRootDefaultErrorBoundary',
        'deserializeErrors',
        'fetch2',
        'patchRoutes',
        '_internalSetRoutes',
        'getUpdatedRevalidatingFetchers',
        'deleteFetcher',
        'queueFetcherForDeletion',
        'abortFetcher',
        'getBlocker',
        'updateBlocker',
        'deleteBlocker',
      ),
      abortStaleFetchLoads: 'return false',
      markFetchRedirectsDone: 'return false',
      checkFogOfWar: 'return { active: false, matches: null }',
      shouldBlockNavigation: '',
      // Without the framework mode it writes no script.
      ScrollRestoration: 'useScrollRestoration({ getKey, storageKey }); return null',
      AwaitErrorBoundary: '',
      RemixErrorBoundary: '',
      DefaultErrorComponent: 'return null',
      decodeRedirectErrorDigest: '',
      decodeRouteErrorResponseDigest: '',
      restoreAppliedTransitions: '',
      persistAppliedTransitions: '',
      warning: '',
      warnOnce: '',
    },
    wordsFrom: { invariant: 1, warning: 0, warnOnce: 0 },
    also: [
      [/^\w+\.displayName = "\w+";$/gm, ''],
      [/= (React\d*\.(?:forwardRef|memo|createContext)\()/g, '= /* @__PURE__ */ $1'],
    ],
  },
  {
    file: /\/i18next\/dist\/esm\/i18next\.js$/,
    bodies: {
      // Texts come with the page: no back end is asked. What formats numbers is set in i18n/instance.ts.
      Connector: 'constructor() { super(); this.state = {}; }',
      Formatter: 'init() {} format(value) { return value; }',
      parseFormatStr: LEFT_OUT,
      // A text does not refer to another one.
      '.nest': 'return str',
      // Advice for whoever debugs a language's name; ours are the two of the catalogue.
      '.deprecateBareCode': '',
      ...out(
        '.reloadResources',
        '.loadNamespaces',
        '.loadLanguages',
        '.cloneInstance',
        '.dir',
        '.use',
        '.getBestMatchFromCodes',
        '.getUsedParamsDetails',
      ),
    },
  },
];

function cut(source: string, diet: Diet, tree: Node, found: (name: string) => void): string {
  const edits: Edit[] = [];
  const replace = (name: string, node: Node) => {
    const text = diet.bodies[name];
    if (text === undefined) return false;
    const body = node.body as Node;
    edits.push({ start: body.start, end: body.end, text: `{${text}}` });
    found(name);
    return true;
  };
  walk(tree, (node) => {
    const [name, value] = named(node);
    if (value && name && HAS_BODY.has(value.type) && replace(name, value)) return false;
    const called = (node.callee as { name?: string } | undefined)?.name ?? '';
    const from = diet.wordsFrom?.[called];
    if (node.type !== 'CallExpression' || from === undefined) return true;
    const kept = (node.arguments as Node[])[from - 1];
    const start = kept ? kept.end : (node.callee as Node).end + 1;
    edits.push({ start, end: node.end - 1, text: '' });
    return false;
  });
  let lean = source;
  for (const { start, end, text } of edits.sort((a, b) => b.start - a.start)) {
    lean = lean.slice(0, start) + text + lean.slice(end);
  }
  return (diet.also ?? []).reduce((text, [find, by]) => text.replace(find, by), lean);
}

/** What a node defines: a function, a class, a variable, or a method (`.name`). */
function named(node: Node): [string, Node | null] {
  const nameOf = (key: string) => (node[key] as { name?: string } | null | undefined)?.name ?? '';
  if (node.type === 'MethodDefinition') return [`.${nameOf('key')}`, node.value as Node];
  return [nameOf('id'), (node.type === 'VariableDeclarator' ? node.init : node) as Node | null];
}

const HAS_BODY = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ClassDeclaration',
  'ClassExpression',
]);

/** Calls `see` for every node; false leaves out what is below it. */
function walk(value: unknown, see: (node: Node) => boolean): void {
  if (Array.isArray(value)) return value.forEach((item) => walk(item, see));
  if (typeof value !== 'object' || value === null) return;
  if (typeof (value as Node).type === 'string' && !see(value as Node)) return;
  for (const child of Object.values(value)) walk(child, see);
}
