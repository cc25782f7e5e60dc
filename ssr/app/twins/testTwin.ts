import { pageFixture } from '../../test/fixtures';
import { translator } from '../components/testTexts';
import type { Page, PageDataByKind, PageKind } from '../gw/page';
import type { Lang } from '../i18n/lang';
import { twinOf } from './table';
import { Writer } from './writer';

/** For tests: the twin of a page with these data. */
export function twin<K extends PageKind>(
  kind: K,
  data: PageDataByKind[K],
  lang: Lang = 'en',
  query = '',
): string {
  const page = pageFixture(kind, `/${lang}/page${query}`, { data: data as Page['data'] });
  const { t } = translator(lang);
  return twinOf(kind)!.text(page, new Writer(t, lang, 'https://shop.test'));
}

/** The lines of a Markdown text that are not empty. */
export function lines(markdown: string): string[] {
  return markdown.split('\n').filter(Boolean);
}
