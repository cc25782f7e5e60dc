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
import { Frames } from './frames';
import {
  FORGET_HEADER,
  requestGateway,
  traceIdOf,
  versionOf,
  type Gateway,
  type GivenPage,
} from './gateway';
import { mergeHeaders, nameOf, NAME_HEADER } from './headers';
import { pickTexts, withWords, wordsOf, type Catalogue } from './texts';
import { Translators } from './translators';
import { writeTwin } from './twin';

export type RendererOptions = {
  assets: Assets;
  catalogue: Catalogue;
  bffUrl: string;
  internalToken: string;
  table?: readonly TableRow[];
  /** Gets what must not reach the page. */
  logError: (error: unknown, requestId: string, traceId?: string) => void;
};

/** Answers page requests; one for the process, which keeps header and footer for pages that cannot be read. */
export type Renderer = {
  document: (request: Request, given?: GivenPage) => Promise<Answer>;
  payload: (request: Request, given?: GivenPage) => Promise<Answer>;
  /** The Markdown twin of the page. */
  markdown: (request: Request, given?: GivenPage) => Promise<Answer>;
};

/** What the front door is answered. It is text already: a `Response` would encode it and read it again. */
export type Answer = { status: number; headers: Headers; body: string | null };

type RequestState = { gateway: Gateway };

/** Texts of what the browser keeps as the server rendered it. */
const SERVER_ONLY = ['footer'];

/** Tells the front door which inline style sheet the content security policy has to allow. */
const STYLE_HEADER = 'X-Page-Style';
const RETRY_AFTER_SECONDS = '5';
const PAYLOAD_SUFFIX = '/_payload.json';

/** A renderer of one build; it is safe for requests at the same time. */
export function createRenderer(options: RendererOptions): Renderer {
  const { assets, catalogue, table = TABLE } = options;
  const frames = new Frames();
  const translators = new Translators(catalogue);
  const fragments = new Fragments();
  const state = (context: unknown) => context as RequestState;
  const handler = createStaticHandler(
    makeRoutes(
      {
        load: ({ request, context }) => loadPage(request, state(context).gateway, frames),
        gw: ({ context }) => state(context).gateway.gw,
        Footer,
      },
      table,
    ),
  );

  async function query(request: Request, given?: GivenPage) {
    const gateway = requestGateway(request, options, given);
    const found = await handler.query(request, { requestContext: { gateway } });
    return { gateway, found };
  }

  async function document(request: Request, given?: GivenPage): Promise<Answer> {
    const requestId = request.headers.get('x-request-id') ?? '';
    const { gateway, found } = await query(request, given);
    if (found instanceof Response) return redirected(found, gateway);

    hideErrors(found, request);
    let made: Document;
    try {
      made = render(found, request, given);
    } catch (error) {
      // React runs no error boundary on the server: put the error where the boundary would find it.
      options.logError(error, requestId, traceIdOf(request.headers.get('traceparent')));
      found.errors = { page: toPublicError(error, requestId) };
      made = render(found, request, given);
    }
    const headers = answerHeaders(found, gateway, request, HTML);
    if (made.style) headers.set(STYLE_HEADER, made.style);
    return { status: statusOf(found), headers, body: made.html };
  }

  function textsOf(page: Page | undefined, lang: Lang, used: string[]) {
    const words = wordsOf(page);
    const texts = pickTexts(catalogue, lang, used);
    return words ? withWords(texts, words.namespace, words.texts) : texts;
  }

  function render(found: StaticHandlerContext, request: Request, given?: GivenPage): Document {
    const lang = langOfPath(found.location.pathname);
    const page = found.loaderData[ROOT_ID] as Page | undefined;
    const used = namespaces(found);
    const texts = textsOf(page, lang, used);
    const translator = translators.with(lang, [...used, ...SERVER_ONLY], page);
    const fallbackTitle = translator.t('common:unavailable');
    const context = page ? found : framed(found, frames.around(request, fallbackTitle));
    const router = createStaticRouter(handler.dataRoutes, context);
    const tree = fragments.render(translator, page, (write) => (
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
    const version = stateOf(page, given);
    return makeDocument({ page, version, fallbackTitle, tree, payload, assets, eager });
  }

  async function payload(request: Request, given?: GivenPage): Promise<Answer> {
    const url = new URL(request.url);
    url.pathname = url.pathname.slice(0, -PAYLOAD_SUFFIX.length);
    const asked = new Request(url, { headers: request.headers, signal: request.signal });
    const { gateway, found } = await query(asked, given);
    if (found instanceof Response) {
      const headers = redirected(found, gateway).headers;
      headers.set(REDIRECT_HEADER, headers.get('Location') ?? '/');
      headers.delete('Location');
      return { status: 204, headers, body: null };
    }
    hideErrors(found, request);
    const headers = answerHeaders(found, gateway, request, JSON_TYPE);
    const failure = firstError(found);
    if (failure) return { status: failure.status, headers, body: JSON.stringify(failure) };
    const lang: Lang = langOfPath(url.pathname);
    const page = found.loaderData[ROOT_ID] as Page;
    const body: PagePayload = {
      build: assets.build,
      version: stateOf(page, given),
      page,
      texts: textsOf(page, lang, namespaces(found)),
    };
    return { status: statusOf(found), headers, body: JSON.stringify(body) };
  }

  function hideErrors(context: StaticHandlerContext, request: Request): void {
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
    markdown: async (request, given) => writeTwin(request, given, translators),
  };
}

/** Names the state of a page's data; a page that was not handed over is written out for that. */
function stateOf(page: Page | undefined, given?: GivenPage): string {
  return given?.version ?? versionOf(JSON.stringify(page ?? null));
}

async function loadPage(request: Request, gateway: Gateway, frames: Frames) {
  const { pathname, search } = new URL(request.url);
  const answer = await gateway.page(`${pathname}${search}`);
  if (!answer.ok) {
    throw new GatewayDown(`page query of ${pathname}: ${answer.status} ${answer.code}`);
  }
  const page = answer.data;
  frames.keep(request, page);
  if (page.redirect) throw redirect(page.redirect.to, page.redirect.status);
  return data(page, { status: page.status });
}

// An error that would take the place of the whole frame stands inside of it, where one is known.
function framed(context: StaticHandlerContext, page: Page | undefined): StaticHandlerContext {
  const error = context.errors?.[ROOT_ID];
  if (!page || !error) return context;
  return { ...context, loaderData: { [ROOT_ID]: page }, errors: { page: error } };
}

// What all pages need, everything the matched page declared, and the not-found page's when that is what will be shown.
function namespaces(context: StaticHandlerContext): string[] {
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

function answerHeaders(
  context: StaticHandlerContext,
  gateway: Gateway,
  request: Request,
  type: string,
): Headers {
  const parts = context.matches.flatMap(({ route }) => [
    context.loaderHeaders[route.id] ?? new Headers(),
    context.actionHeaders[route.id] ?? new Headers(),
  ]);
  const headers = mergeHeaders(parts, gateway.cookies.answers);
  headers.set('Content-Type', type);
  // A payload is no page; what its page says in its head is for that.
  const page = context.loaderData[ROOT_ID] as Page | undefined;
  const robots = type === HTML ? robotsOf(page) : 'noindex';
  if (robots) headers.set('X-Robots-Tag', robots);
  if (page) headers.set(NAME_HEADER, nameOf(page));
  const status = statusOf(context);
  if (request.method !== 'GET' || status >= 500) headers.set('Cache-Control', 'private, no-store');
  if (status === 503) headers.set('Retry-After', RETRY_AFTER_SECONDS);
  if (status === 429 && gateway.retryAfter()) headers.set('Retry-After', gateway.retryAfter());
  return headers;
}

// Status, target and every cookie of a redirect, and what the browser forgets; React Router's own marker headers stay inside.
function redirected(response: Response, gateway: Gateway): Answer {
  const headers = mergeHeaders([response.headers], gateway.cookies.answers);
  if (gateway.forgets()) headers.set(FORGET_HEADER, gateway.forgets());
  headers.set('Location', response.headers.get('Location') ?? '/');
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'private, no-store');
  return { status: response.status, headers, body: null };
}
