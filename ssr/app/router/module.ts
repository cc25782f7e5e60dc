import { redirect, redirectDocument } from 'react-router';
import type { ReactNode } from 'react';
import type { Gw, GwError } from '../gw/client';
import type { Page, PageKind } from '../gw/page';
import type { Lang } from '../i18n/lang';
import { isSecret } from '../drafts/secret';
import { isPagePath } from './paths';

/** The metadata of a page, which its route file exports beside the component. */
export type PageHandle = {
  /** Text namespaces the page needs besides `common`. */
  i18n: string[];
  /** Load the application at once, on any connection: the page is useless without it. */
  js?: 'always';
  /** Header and footer are left out. */
  hideHeader?: true;
};

export type PageActionArgs = {
  form: FormData;
  gw: Gw;
  lang: Lang;
  params: Record<string, string | undefined>;
  /** URL of the page with its query. */
  url: URL;
};

/** Outcome of a form post: a redirect from {@link seeOther}, or the data of the next render. */
export type ActionOutcome = Response | ActionFailure | ActionDone;

export type PageAction = (args: PageActionArgs) => Promise<ActionOutcome>;

/** The props of a route's component for pages of kind `K`; the route table passes the page. */
export type PageProps<K extends PageKind = PageKind> = { page: Page<K> };

/** A file in `routes/` for pages of kind `K`. */
export type PageModule<K extends PageKind = PageKind> = {
  handle: PageHandle;
  action?: PageAction;
  Component: (props: PageProps<K>) => ReactNode;
};

export type ActionFailure = {
  ok: false;
  status: number;
  code: string;
  message: string;
  fields: Record<string, string>;
  /** What the shopper typed, by field name; secrets are left out. */
  values: Record<string, string[]>;
  extra: Record<string, unknown>;
};

export type ActionDone = {
  ok: true;
  /** What the shopper typed, when the next step of the form needs it again. */
  values: Record<string, string[]>;
  extra: Record<string, unknown>;
};

/**
 * 303 to `to`. Our own page paths become a client navigation; any other target (a provider's page, the
 * sandbox) is a document load. Pass only paths built by `paths` or URLs the gateway gave.
 */
export function seeOther(to: string): Response {
  return isPagePath(to) ? redirect(to, 303) : redirectDocument(to, 303);
}

/** 303 to one of our pages as a document load, which drops the state of the tab. */
export function redirectToDocument(to: string): Response {
  return redirectDocument(to, 303);
}

/** Shows the page again with errors and the typed values, except passwords, codes and keys. */
export function failed(
  form: FormData,
  error: Pick<GwError, 'status' | 'code' | 'message' | 'fields'>,
  extra: Record<string, unknown> = {},
): ActionFailure {
  const { status, code, message, fields } = error;
  return {
    ok: false,
    status,
    code,
    message,
    fields: inFormOrder(form, fields),
    values: typedValues(form),
    extra,
  };
}

// Sorts the errors in the order of the form, for the error summary. An unticked box is not sent, so it comes last, which is
// where forms have one.
function inFormOrder(form: FormData, fields: Record<string, string>): Record<string, string> {
  const names = [...form.keys(), ...Object.keys(fields)];
  const place = ([name]: [string, string]) => names.indexOf(name);
  return Object.fromEntries(Object.entries(fields).sort((a, b) => place(a) - place(b)));
}

/** Stays on the page, whose data is read again. */
export function done(extra: Record<string, unknown> = {}): ActionDone {
  return { ok: true, values: {}, extra };
}

/** {@link done} with the typed values, except passwords, codes and keys, for the next step of the form. */
export function doneWithValues(form: FormData, extra: Record<string, unknown> = {}): ActionDone {
  return { ok: true, values: typedValues(form), extra };
}

function typedValues(form: FormData): Record<string, string[]> {
  // A map, because fields may be called anything, such as "constructor".
  const values = new Map<string, string[]>();
  for (const [name, value] of form) {
    if (typeof value !== 'string' || isSecret(name)) continue;
    values.set(name, [...(values.get(name) ?? []), value]);
  }
  return Object.fromEntries(values);
}

/** The id of the only route with a loader; its data is the page. */
export const ROOT_ID = 'root';
