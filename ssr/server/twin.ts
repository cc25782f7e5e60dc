import { twinOf } from '../app/twins/table';
import { Writer } from '../app/twins/writer';
import type { PushedPage } from './gateway';
import { pageNameOf, PAGE_NAME_HEADER } from './headers';
import type { RenderedResponse } from './renderer';
import type { Translators } from './translators';

/**
 * Writes the Markdown twin of the pushed page.
 * @throws Error when the kind of page has no twin
 */
export function writeTwin(
  request: Request,
  pushed: PushedPage | undefined,
  translators: Translators,
): RenderedResponse {
  if (!pushed?.result.ok) throw new Error('the request for a twin has no page');
  const page = pushed.result.data;
  const twin = twinOf(page.kind);
  if (!twin) throw new Error(`${page.kind} has no twin`);
  const { t } = translators.with(page.locale, ['common', ...twin.i18n], page);
  const headers = new Headers({
    'Content-Type': 'text/markdown; charset=utf-8',
    Link: `<${page.seo.canonical}>; rel="canonical"`,
    [PAGE_NAME_HEADER]: pageNameOf(page),
  });
  const { origin } = new URL(request.url);
  return { status: 200, headers, body: twin.text(page, new Writer(t, page.locale, origin)) };
}
