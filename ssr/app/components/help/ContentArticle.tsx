import { useTranslation } from '../../i18n/react';
import type { PageDataByKind } from '../../gw/page';
import { date } from '../../i18n/format';
import { LocalizedLink } from '../../router/LocalizedLink';
import { useLang, usePage, useShell } from '../../router/page';
import { Breadcrumbs } from '../page/Breadcrumbs';
import { HelpBox } from './HelpBox';

type Props = { content: PageDataByKind['service']; crumb: string; nav: string };

/** A page that editors wrote: title, date, text, and the other pages of its kind beside it. */
export function ContentArticle({ content, crumb, nav }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const { timeZone } = useShell().tenant;
  const { title, html, updatedAt, siblings = [] } = content;
  return (
    <div className="container-page">
      <Breadcrumbs crumbs={[{ label: crumb }, { label: title }]} />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_280px] lg:items-start lg:gap-10">
        <article className="card-flush p-4 sm:p-10">
          <h1 className="page-title leading-tight">{title}</h1>
          <p className="mt-2 text-14 text-muted">
            {t('content:updated', { date: date(updatedAt, lang, timeZone) })}
          </p>
          {/* The gateway has cleaned it against an allow-list. */}
          <div
            className="prose-page hidden-table-until-complete mt-6 max-w-[720px]"
            dangerouslySetInnerHTML={{ __html: html }}
          />
        </article>
        <div className="no-print grid gap-6 lg:sticky lg:top-[106px]">
          {siblings.length > 0 && <Siblings title={nav} siblings={siblings} />}
          <HelpBox />
        </div>
      </div>
    </div>
  );
}

type SiblingsProps = {
  title: string;
  siblings: NonNullable<PageDataByKind['service']['siblings']>;
};

function Siblings({ title, siblings }: SiblingsProps) {
  const { path } = usePage();
  return (
    <nav aria-labelledby="siblings" className="card-flush p-4">
      <h2 id="siblings" className="mb-1 font-semibold">
        {title}
      </h2>
      <ul>
        {siblings.map(({ name, title: label, href }) => (
          <li key={name}>
            <LocalizedLink
              to={href}
              aria-current={href === path ? 'page' : undefined}
              className="flex min-h-11 items-center rounded-control px-2 hover:bg-mist hover:text-primary aria-[current]:bg-primary-soft aria-[current]:font-semibold aria-[current]:text-primary-strong"
            >
              {label}
            </LocalizedLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
