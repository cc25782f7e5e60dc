import { faqCategories } from '../components/help/faqCategories';
import type { Page } from '../gw/page';
import { paths } from '../router/paths';
import { help, questions, breadcrumbs } from './sections';
import { heading, paragraph, type Block, type Writer } from './writer';

/** Questions by category, or those that a search found. */
export function faq({ data: { items, keyword } }: Page<'faq'>, w: Writer): Block[] {
  const { t, lang } = w;
  const title = t('content:faq.title');
  return [
    heading(1, title),
    paragraph(t('content:faq.intro')),
    ...(keyword
      ? [
          paragraph(t('content:faq.found', { count: items.length, keyword })),
          w.link(t('content:faq.clear'), paths.faq(lang)),
        ]
      : []),
    ...faqCategories(items).flatMap(({ name, items: list }) => [
      heading(2, name),
      ...questions(list),
    ]),
    ...(items.length === 0
      ? [
          heading(2, t('content:faq.empty.title')),
          paragraph(t('content:faq.empty.text', { keyword: keyword ?? '' })),
        ]
      : []),
    ...help(w, false),
    breadcrumbs([{ label: title }], w),
  ];
}
