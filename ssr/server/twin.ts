import { twinOf } from '../app/twins/table';
import { Writer } from '../app/twins/writer';
import type { GivenPage } from './gateway';
import { nameOf, NAME_HEADER } from './headers';
import type { Answer } from './renderer';
import type { Translators } from './translators';

/**
 * The Markdown twin of the page that was handed over. The front door asks for pages that have one.
 * @throws Error for any other
 */
export function writeTwin(
  request: Request,
  given: GivenPage | undefined,
  translators: Translators,
): Answer {
  if (!given?.result.ok) throw new Error('a twin is asked for without its page');
  const page = given.result.data;
  const twin = twinOf(page.kind);
  if (!twin) throw new Error(`${page.kind} has no twin`);
  const { t } = translators.with(page.locale, ['common', ...twin.i18n], page);
  const headers = new Headers({
    'Content-Type': 'text/markdown; charset=utf-8',
    Link: `<${page.seo.canonical}>; rel="canonical"`,
    [NAME_HEADER]: nameOf(page),
  });
  const { origin } = new URL(request.url);
  return { status: 200, headers, body: twin.text(page, new Writer(t, page.locale, origin)) };
}
