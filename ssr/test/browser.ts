import type { JSDOM } from 'jsdom';
import { createRenderer, type Renderer } from '../server/renderer';
import type { FakeBff } from './fakeBff';
import { assets, catalogue } from './fixtures';
import { table } from './pages';

type Rendering = (...asked: Parameters<Renderer['document']>) => Promise<Response>;

/** Wraps a renderer so that its results are Response objects. */
export function withResponses({
  document,
  payload,
  markdown,
}: Renderer): Record<keyof Renderer, Rendering> {
  const read =
    (render: Renderer['document']): Rendering =>
    async (...asked) => {
      const { body, ...rest } = await render(...asked);
      return new Response(body, rest);
    };
  return { document: read(document), payload: read(payload), markdown: read(markdown) };
}

/** Creates a renderer of the small test pages that calls this gateway. */
export function rendererOf(bff: FakeBff, errors: unknown[]) {
  return withResponses(
    createRenderer({
      assets,
      locales: catalogue,
      bffUrl: bff.url,
      internalToken: 'token',
      table,
      logError: (error) => errors.push(error),
    }),
  );
}

/**
 * Installs a jsdom window as the global one, for the application's code; a test may then replace `fetch`.
 * @returns a function that restores the globals
 */
export function installWindow(dom: JSDOM): () => void {
  const realFetch = globalThis.fetch;
  const names = [
    'window',
    'navigator',
    'document',
    'location',
    'HTMLElement',
    'Node',
    'addEventListener',
    'innerWidth',
    'sessionStorage',
  ] as const;
  const scope = globalThis as unknown as Record<string, unknown>;
  for (const name of names) {
    const value = name === 'window' ? dom.window : (dom.window as never)[name];
    Object.defineProperty(scope, name, { value, configurable: true, writable: true });
  }
  dom.window.scrollTo = () => {};
  scope.IS_REACT_ACT_ENVIRONMENT = true;
  return () => {
    globalThis.fetch = realFetch;
    for (const name of names) delete scope[name];
    dom.window.close();
  };
}
