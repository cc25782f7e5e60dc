import {
  createStaticHandler,
  createStaticRouter,
  data,
  redirect,
  StaticRouterProvider,
  type StaticHandlerContext,
} from 'react-router';
import { Footer } from '../app/components/frame/Footer';
import { FragmentContext } from '../app/router/fragment';
import { Providers } from '../app/entry/Providers';
import type { DocumentPayload, PagePayload } from '../app/entry/payload';
import { REDIRECT_HEADER } from '../app/entry/payload';
import type { Page } from '../app/gw/page';
import { langOfPath, type Lang } from '../app/i18n/lang';
import { GatewayDown, toPublicError, type PublicError } from '../app/router/errors';
import { ROOT_ID, type PageHandle } from '../app/router/module';
import { makeRoutes } from '../app/router/routes';
import { TABLE, type TableRow } from '../app/router/table';
import { handle as errorHandle } from '../app/routes/error';
import { handle as notFoundHandle } from '../app/routes/not_found';
import type { Assets } from './assets';
import { makeDocument, robotsOf, type Document } from './document';
import { Fragments } from './fragments';
import { ShellCache } from './shellCache';
import {
  CLEAR_SITE_DATA,
  requestGateway,
  traceIdOf,
  hashOf,
  type Gateway,
  type PushedPage,
} from './gateway';
import { mergeHeaders, pageNameOf, PAGE_NAME_HEADER } from './headers';
import { pickTexts, applyOverrides, overridesOf, type Locales } from './texts';
import { Translators } from './translators';
import { writeTwin } from './twin';

export type RendererOptions = {
  assets: Assets;
  locales: Locales;
  bffUrl: string;
  internalToken: string;
  table?: readonly TableRow[];
  /** Logs an error whose message must not reach the page. */
  logError: (error: unknown, requestId: string, traceId?: string) => void;
};

/** Renders pages. There is one renderer for the process; it caches header and footer data for pages that cannot be read. */
export type Renderer = {
  document: (request: Request, pushed?: PushedPage) => Promise<RenderedResponse>;
  payload: (request: Request, pushed?: PushedPage) => Promise<RenderedResponse>;
  /** The Markdown twin of the page. */
  markdown: (request: Request, pushed?: PushedPage) => Promise<RenderedResponse>;
};

/** The response to the front door. Its body is a string: a `Response` would encode it and decode it again. */
export type RenderedResponse = { status: number; headers: Headers; body: string | null };

type RequestState = { gateway: Gateway };

/** Text namespaces of components that only the server renders (see `StaticFooter`). */
const SERVER_ONLY = ['footer'];

/** Tells the front door which inline style sheet the content security policy has to allow. */
const STYLE_HEADER = 'X-Page-Style';
const RETRY_AFTER_SECONDS = '5';
const PAYLOAD_SUFFIX = '/_payload.json';

/** Creates the renderer of one build. It is safe for concurrent requests. */
export function createRenderer(options: RendererOptions): Renderer {
  const { assets, locales, table = TABLE } = options;
  const shells = new ShellCache();
  const translators = new Translators(locales);
  const fragments = new Fragments();
  const state = (context: unknown) => context as RequestState;
  const handler = createStaticHandler(
    makeRoutes(
      {
        load: ({ request, context }) => loadPage(request, state(context).gateway, shells),
        gw: ({ context }) => state(context).gateway.gw,
        Footer,
      },
      table,
    ),
  );

  async function query(request: Request, pushed?: PushedPage) {
    const gateway = requestGateway(request, options, pushed);
    const result = await handler.query(request, { requestContext: { gateway } });
    return { gateway, result };
  }

  async function document(request: Request, pushed?: PushedPage): Promise<RenderedResponse> {
    const requestId = request.headers.get('x-request-id') ?? '';
    const { gateway, result } = await query(request, pushed);
    if (result instanceof Response) return redirectResponse(result, gateway);

    sanitizeErrors(result, request);
    let made: Document;
    try {
      made = render(result, request, pushed);
    } catch (error) {
      // React runs no error boundary on the server: put the error where the boundary would find it.
      options.logError(error, requestId, traceIdOf(request.headers.get('traceparent')));
      result.errors = { page: toPublicError(error, requestId) };
      made = render(result, request, pushed);
    }
    const headers = responseHeaders(result, gateway, request, HTML);
    if (made.style) headers.set(STYLE_HEADER, made.style);
    return { status: statusOf(result), headers, body: made.html };
  }

  function textsOf(page: Page | undefined, lang: Lang, used: string[]) {
    const overrides = overridesOf(page);
    const texts = pickTexts(locales, lang, used);
    return overrides ? applyOverrides(texts, overrides.namespace, overrides.texts) : texts;
  }

  function render(result: StaticHandlerContext, request: Request, pushed?: PushedPage): Document {
    const lang = langOfPath(result.location.pathname);
    const page = result.loaderData[ROOT_ID] as Page | undefined;
    const used = neededNamespaces(result);
    const texts = textsOf(page, lang, used);
    const translator = translators.with(lang, [...used, ...SERVER_ONLY], page);
    const fallbackTitle = translator.t('common:unavailable');
    const context = page ? result : insideShell(result, shells.emptyPage(request, fallbackTitle));
    const router = createStaticRouter(handler.dataRoutes, context);
    const rendered = fragments.render(translator, page, (write) => (
      <Providers translator={translator} gw={null} navigate={null}>
        <FragmentContext.Provider value={write}>
          <StaticRouterProvider router={router} context={context} hydrate={false} />
        </FragmentContext.Provider>
      </Providers>
    ));
    const payload: DocumentPayload = {
      build: assets.build,
      lang,
      texts,
      loaderData: context.loaderData,
      actionData: context.actionData,
      errors: context.errors,
    };
    const eager = isEager(context);
    const version = dataVersion(page, pushed);
    return makeDocument({ page, version, fallbackTitle, rendered, payload, assets, eager });
  }

  async function payload(request: Request, pushed?: PushedPage): Promise<RenderedResponse> {
    const url = new URL(request.url);
    url.pathname = url.pathname.slice(0, -PAYLOAD_SUFFIX.length);
    const pageRequest = new Request(url, { headers: request.headers, signal: request.signal });
    const { gateway, result } = await query(pageRequest, pushed);
    if (result instanceof Response) {
      const headers = redirectResponse(result, gateway).headers;
      headers.set(REDIRECT_HEADER, headers.get('Location') ?? '/');
      headers.delete('Location');
      return { status: 204, headers, body: null };
    }
    sanitizeErrors(result, request);
    const headers = responseHeaders(result, gateway, request, JSON_TYPE);
    const failure = firstError(result);
    if (failure) return { status: failure.status, headers, body: JSON.stringify(failure) };
    const lang: Lang = langOfPath(url.pathname);
    const page = result.loaderData[ROOT_ID] as Page;
    const body: PagePayload = {
      build: assets.build,
      version: dataVersion(page, pushed),
      page,
      texts: textsOf(page, lang, neededNamespaces(result)),
    };
    return { status: statusOf(result), headers, body: JSON.stringify(body) };
  }

  function sanitizeErrors(context: StaticHandlerContext, request: Request): void {
    if (!context.errors) return;
    const requestId = request.headers.get('x-request-id') ?? '';
    const traceId = traceIdOf(request.headers.get('traceparent'));
    context.errors = Object.fromEntries(
      Object.entries(context.errors).map(([id, error]) => {
        const known = toPublicError(error, requestId);
        if (known.status >= 500) options.logError(error, requestId, traceId);
        return [id, known];
      }),
    );
  }

  return {
    document,
    payload,
    markdown: async (request, pushed) => writeTwin(request, pushed, translators),
  };
}

/** Identifies the version of a page's data: the pushed page's version, or a hash of the page's JSON. */
function dataVersion(page: Page | undefined, pushed?: PushedPage): string {
  return pushed?.version ?? hashOf(JSON.stringify(page ?? null));
}

async function loadPage(request: Request, gateway: Gateway, shells: ShellCache) {
  const { pathname, search } = new URL(request.url);
  const answer = await gateway.page(`${pathname}${search}`);
  if (!answer.ok) {
    throw new GatewayDown(`page query of ${pathname}: ${answer.status} ${answer.code}`);
  }
  const page = answer.data;
  shells.store(request, page);
  if (page.redirect) throw redirect(page.redirect.to, page.redirect.status);
  return data(page, { status: page.status });
}

// Shows an error of the root route between header and footer where their data are cached.
function insideShell(context: StaticHandlerContext, page: Page | undefined): StaticHandlerContext {
  const error = context.errors?.[ROOT_ID];
  if (!page || !error) return context;
  return { ...context, loaderData: { [ROOT_ID]: page }, errors: { page: error } };
}

// The namespaces of all pages, of the matched page and of the error page, and those of the not-found page when it is shown.
function neededNamespaces(context: StaticHandlerContext): string[] {
  const page = context.loaderData[ROOT_ID] as Page | undefined;
  const declared = context.matches.flatMap(
    ({ route }) => (route.handle as PageHandle | undefined)?.i18n ?? [],
  );
  const shown = page?.kind === 'not_found' ? notFoundHandle.i18n : [];
  return ['common', ...declared, ...shown, ...errorHandle.i18n];
}

function isEager(context: StaticHandlerContext): boolean {
  return context.matches.some(
    ({ route }) => (route.handle as PageHandle | undefined)?.js === 'always',
  );
}

function firstError(context: StaticHandlerContext): PublicError | undefined {
  return context.errors ? (Object.values(context.errors)[0] as PublicError) : undefined;
}

function statusOf(context: StaticHandlerContext): number {
  return firstError(context)?.status ?? context.statusCode;
}

const HTML = 'text/html; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';

function responseHeaders(
  context: StaticHandlerContext,
  gateway: Gateway,
  request: Request,
  type: string,
): Headers {
  const parts = context.matches.flatMap(({ route }) => [
    context.loaderHeaders[route.id] ?? new Headers(),
    context.actionHeaders[route.id] ?? new Headers(),
  ]);
  const headers = mergeHeaders(parts, gateway.cookies.setCookies);
  headers.set('Content-Type', type);
  // A payload is not a page and is never indexed; the robots of the page apply to its document only.
  const page = context.loaderData[ROOT_ID] as Page | undefined;
  const robots = type === HTML ? robotsOf(page) : 'noindex';
  if (robots) headers.set('X-Robots-Tag', robots);
  if (page) headers.set(PAGE_NAME_HEADER, pageNameOf(page));
  const status = statusOf(context);
  if (request.method !== 'GET' || status >= 500) headers.set('Cache-Control', 'private, no-store');
  if (status === 503) headers.set('Retry-After', RETRY_AFTER_SECONDS);
  if (status === 429 && gateway.retryAfter()) headers.set('Retry-After', gateway.retryAfter());
  return headers;
}

// The redirect with its status, target, cookies and Clear-Site-Data, without React Router's internal headers.
function redirectResponse(response: Response, gateway: Gateway): RenderedResponse {
  const headers = mergeHeaders([response.headers], gateway.cookies.setCookies);
  if (gateway.clearSiteData()) headers.set(CLEAR_SITE_DATA, gateway.clearSiteData());
  headers.set('Location', response.headers.get('Location') ?? '/');
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'private, no-store');
  return { status: response.status, headers, body: null };
}
