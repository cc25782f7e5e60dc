import type { Texts } from '../i18n/instance';
import type { Lang } from '../i18n/lang';
import type { Page } from '../gw/page';
import type { ROOT_ID } from '../router/module';

/**
 * What `{path}/_payload.json` answers: the page's data and all texts its components need. `version` is the same as that
 * of a document made from the same data.
 */
export type PagePayload = { build: string; version: string; page: Page; texts: Texts };

/**
 * What stands in `<script id="__payload">`: enough to render the same tree without asking anybody. A page that is read
 * leaves it out: most visitors never need it, and who does can ask for the payload.
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

/** Header of a 204 payload answer: where the page is. Browsers follow a 3xx unseen, so it is not one. */
export const REDIRECT_HEADER = 'X-Redirect';
