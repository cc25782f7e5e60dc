import type { ComponentType } from 'react';
import {
  data,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type RouteObject,
} from 'react-router';
import { isLoadFailure } from '../boot/loadFailure';
import type { FooterProps } from '../components/frame/footerFrame';
import type { Gw } from '../gw/client';
import { UNREACHABLE } from '../gw/unreachable';
import { langOfPath } from '../i18n/lang';
import { Frame, FrameError, PageError, PageOutlet } from './Frame';
import {
  failed,
  ROOT_ID,
  type ActionOutcome,
  type PageAction,
  type PageHandle,
  type PageModule,
} from './module';
import { usePage } from './page';
import { TABLE, type TableRow } from './table';

/** What differs between browser and renderer: the loader of pages, the gateway client of actions, and the footer. */
export type RoutePlatform = {
  /** Reads the page at a URL: its `PageQuery`, or throws a redirect, or a PublicError. */
  load: (args: LoaderFunctionArgs) => Promise<unknown>;
  gw: (args: ActionFunctionArgs) => Gw;
  Footer: ComponentType<FooterProps>;
  /** Called when a form is sent to a page; the function that it returns is called with the outcome. */
  onSubmit?: (url: URL) => (outcome: ActionOutcome, form: FormData) => void;
};

/**
 * The route objects of browser or renderer. Only the root route has a loader, which runs once per navigation; the route of a page
 * loads its component, action and handle lazily.
 */
export function makeRoutes(
  platform: RoutePlatform,
  table: readonly TableRow[] = TABLE,
): RouteObject[] {
  return [
    {
      id: ROOT_ID,
      path: '/:lang',
      loader: platform.load,
      // React Router would not load a parent's data again when only the child changes; here they are the page.
      // After a failed action nothing has changed, so nothing is loaded.
      shouldRevalidate: ({ actionStatus = 200 }) => actionStatus < 400,
      Component: () => <Frame Footer={platform.Footer} />,
      ErrorBoundary: FrameError,
      children: [
        {
          // A failing page keeps header and footer: this boundary lies inside the frame.
          id: 'page',
          Component: PageOutlet,
          ErrorBoundary: PageError,
          children: table.map((row) => pageRoute(row, platform)),
        },
      ],
    },
  ];
}

function pageRoute(row: TableRow, platform: RoutePlatform): RouteObject {
  return {
    id: row.kind,
    path: row.path,
    lazy: async () => {
      const { handle, action, Component } = await row.load();
      return {
        handle: handle satisfies PageHandle,
        Component: withPage(Component as PageModule['Component']),
        ...(action ? { action: wrapAction(action, platform) } : {}),
      };
    },
  };
}

// The route table has the same paths as the front door, so the page that was read is of the row's kind.
function withPage(Component: PageModule['Component']) {
  return () => <Component page={usePage()} />;
}

// A failed post answers with the status of its reason, so that a browser without JavaScript, a crawler
// and a log all see 422 or 409 instead of a 200.
function wrapAction(action: PageAction, platform: RoutePlatform) {
  return async (args: ActionFunctionArgs) => {
    const { request, params } = args;
    const url = new URL(request.url);
    const ended = platform.onSubmit?.(url);
    const form = await request.formData().catch(rejectBody);
    const lang = langOfPath(url.pathname);
    const outcome = await action({ form, gw: platform.gw(args), lang, params, url }).catch(
      (error) => {
        // Code that the action needs could not be loaded: nothing was sent.
        if (isLoadFailure(error)) return failed(form, UNREACHABLE);
        throw error;
      },
    );
    ended?.(outcome, form);
    if (outcome instanceof Response || outcome.ok) return outcome;
    return data(outcome, { status: outcome.status });
  };
}

// Refuses a body that is not a form with 400.
function rejectBody(): never {
  throw data(null, { status: 400 });
}
