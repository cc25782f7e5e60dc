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

/** What the two sides do differently: where a page's data comes from, which client its actions get, and who makes the footer. */
export type Side = {
  /** Reads the page at a URL: its `PageQuery`, or throws a redirect, or a PublicError. */
  load: (args: LoaderFunctionArgs) => Promise<unknown>;
  gw: (args: ActionFunctionArgs) => Gw;
  Footer: ComponentType<FooterProps>;
  /** Told when a form is sent to a page; what it returns is told how that ended. */
  submitting?: (url: URL) => (outcome: ActionOutcome, form: FormData) => void;
};

/**
 * The route objects of one side. Only the root loads data, once per navigation; a page brings its
 * component, its action and its handle, lazily.
 */
export function makeRoutes(side: Side, table: readonly TableRow[] = TABLE): RouteObject[] {
  return [
    {
      id: ROOT_ID,
      path: '/:lang',
      loader: side.load,
      // React Router would keep a parent's data when only the child changes; here it is the page.
      // A refusal changes nothing: the page stays as it is.
      shouldRevalidate: ({ actionStatus = 200 }) => actionStatus < 400,
      Component: () => <Frame Footer={side.Footer} />,
      ErrorBoundary: FrameError,
      children: [
        {
          // A failing page keeps header and footer: this boundary lies inside the frame.
          id: 'page',
          Component: PageOutlet,
          ErrorBoundary: PageError,
          children: table.map((row) => pageRoute(row, side)),
        },
      ],
    },
  ];
}

function pageRoute(row: TableRow, side: Side): RouteObject {
  return {
    id: row.kind,
    path: row.path,
    lazy: async () => {
      const { handle, action, Component } = await row.load();
      return {
        handle: handle satisfies PageHandle,
        Component: withPage(Component as PageModule['Component']),
        ...(action ? { action: wrapAction(action, side) } : {}),
      };
    },
  };
}

// The front door says which kind a path is of, and the table has the same paths: what was read is of the row's kind.
function withPage(Component: PageModule['Component']) {
  return () => <Component page={usePage()} />;
}

// A failed post answers with the status of its reason, so that a browser without JavaScript, a crawler
// and a log all see 422 or 409 instead of a 200.
function wrapAction(action: PageAction, side: Side) {
  return async (args: ActionFunctionArgs) => {
    const { request, params } = args;
    const url = new URL(request.url);
    const ended = side.submitting?.(url);
    const form = await request.formData().catch(notAForm);
    const lang = langOfPath(url.pathname);
    const outcome = await action({ form, gw: side.gw(args), lang, params, url }).catch((error) => {
      // Code that an action needs did not come: nothing was sent.
      if (isLoadFailure(error)) return failed(form, UNREACHABLE);
      throw error;
    });
    ended?.(outcome, form);
    if (outcome instanceof Response || outcome.ok) return outcome;
    return data(outcome, { status: outcome.status });
  };
}

// What no form can send is the sender's mistake, not the page's.
function notAForm(): never {
  throw data(null, { status: 400 });
}
