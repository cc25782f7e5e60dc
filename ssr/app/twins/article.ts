import type { Page } from '../gw/page';
import { date } from '../i18n/format';
import { paths } from '../router/paths';
import { help, breadcrumbs } from './sections';
import { heading, list, paragraph, type Block, type Writer } from './writer';

/** A page that editors wrote: title, date, text, and the other pages of its kind. */
export function article({ kind, data, shell }: Page<'service' | 'terms'>, w: Writer): Block[] {
  const { t, lang } = w;
  const { title, markdown, updatedAt, siblings = [] } = data;
  return [
    heading(1, title),
    paragraph(t('content:updated', { date: date(updatedAt, lang, shell.tenant.timeZone) })),
    markdown,
    ...(siblings.length > 0
      ? [
          heading(2, t(`content:${kind}.nav`)),
          list(siblings.map((other) => w.link(other.title, other.href))),
        ]
      : []),
    ...help(w),
    breadcrumbs([{ label: t(`content:${kind}.crumb`) }, { label: title }], w),
  ];
}

/** The editors' reasons, and the way on to the plans. */
export function whyUs({ data: { title, markdown } }: Page<'why_us'>, w: Writer): Block[] {
  const { t, lang } = w;
  return [
    heading(1, title),
    paragraph(t('content:whyUs.tagline')),
    markdown,
    heading(2, t('content:whyUs.ready')),
    list([
      w.link(t('content:whyUs.plans'), paths.listing(lang)),
      w.link(t('content:whyUs.esim'), paths.esim(lang)),
    ]),
    breadcrumbs([{ label: title }], w),
  ];
}
