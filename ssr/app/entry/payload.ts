import type { Texts } from '../i18n/instance';
import type { Lang } from '../i18n/lang';
import type { Page } from '../gw/page';
import type { ROOT_ID } from '../router/module';

/**
 * The response of `{path}/_payload.json`: the page's data and all texts its components need. `version` is the same as that
 * of a document made from the same data.
 */
export type PagePayload = { build: string; version: string; page: Page; texts: Texts };

/**
 * The content of `<script id="__payload">`: enough to render the same tree without a request. A page that may be indexed leaves it
 * out: most visitors never need it, and the application can fetch the payload.
 */
export type DocumentPayload = {
  build: string;
  lang: Lang;
  texts: Texts;
  loaderData: Partial<Record<typeof ROOT_ID, Page>>;
  actionData: Record<string, unknown> | null;
  errors: Record<string, unknown> | null;
};

export const PAYLOAD_ID = '__payload';

/** Header of a 204 payload response with the target of a redirect. It is not a 3xx, which fetch would follow silently. */
export const REDIRECT_HEADER = 'X-Redirect';
