import { redirect, redirectDocument } from 'react-router';
import type { ReactNode } from 'react';
import type { Gw, GwError } from '../gw/client';
import type { Page, PageKind } from '../gw/page';
import type { Lang } from '../i18n/lang';
import { isSecret } from '../drafts/secret';
import { isPagePath } from './paths';

/** What a page declares about itself beside its component. */
export type PageHandle = {
  /** Text namespaces the page needs besides `common`. */
  i18n: string[];
  /** The page is of no use without React: load it at once, on any connection. */
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

/** Outcome of a form post: a redirect from {@link seeOther}, or what the page shows next. */
export type ActionOutcome = Response | ActionFailure | ActionDone;

export type PageAction = (args: PageActionArgs) => Promise<ActionOutcome>;

/** What the component of a route for a page of kind `K` gets; the route table gives it the page that was read. */
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

/** 303 to a page of ours as a document load: nothing this tab knew is left. */
export function leaveFor(to: string): Response {
  return redirectDocument(to, 303);
}

/** The page again with the errors and everything typed except passwords, codes and keys. */
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
    fields: inOrderOf(form, fields),
    values: typed(form),
    extra,
  };
}

// The gateway names fields in no order; the summary lists them as they stand in the form. A box that is not ticked is
// not sent, so it comes last, where forms have theirs.
function inOrderOf(form: FormData, fields: Record<string, string>): Record<string, string> {
  const names = [...form.keys(), ...Object.keys(fields)];
  const place = ([name]: [string, string]) => names.indexOf(name);
  return Object.fromEntries(Object.entries(fields).sort((a, b) => place(a) - place(b)));
}

/** Stay on the page; its data is read again. */
export function done(extra: Record<string, unknown> = {}): ActionDone {
  return { ok: true, values: {}, extra };
}

/** {@link done} with everything typed, except passwords, codes and keys: the form goes on. */
export function goOn(form: FormData, extra: Record<string, unknown> = {}): ActionDone {
  return { ok: true, values: typed(form), extra };
}

function typed(form: FormData): Record<string, string[]> {
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
