import { useTranslation } from '../i18n/react';
import { contentSections } from '../components/help/contentSections';
import { Breadcrumbs } from '../components/page/Breadcrumbs';
import { LocalizedLink } from '../router/LocalizedLink';
import type { PageHandle, PageProps } from '../router/module';
import { useLang } from '../router/page';
import { paths } from '../router/paths';

export const handle: PageHandle = { i18n: ['content'] };

/** The editors' reasons, one box each, and the way on to the plans. */
export function Component({ page }: PageProps<'why_us'>) {
  const { t } = useTranslation();
  const lang = useLang();
  const { title, html } = page.data;
  return (
    <div className="container-page">
      <Breadcrumbs crumbs={[{ label: title }]} />
      <div className="rounded-card gradient-brand px-4 py-10 text-white sm:px-10 sm:py-16">
        <h1 className="text-32 font-semibold leading-tight sm:text-40">{title}</h1>
        <p className="mt-3 max-w-[560px] text-20">{t('content:whyUs.tagline')}</p>
      </div>
      <ol className="mt-6 grid gap-4 sm:grid-cols-2 lg:grid-cols-6 lg:gap-6">
        {contentSections(html).map((section, i, all) => (
          <li key={section} className={`card ${span(i, all.length)}`}>
            {/* The gateway has cleaned it against an allow-list. */}
            <div
              className="prose-page [&_h2]:mt-0 [&_h2]:text-20 [&_p:last-child]:mb-0"
              dangerouslySetInnerHTML={{ __html: section }}
            />
          </li>
        ))}
      </ol>
      <section
        aria-labelledby="ready"
        className="mt-6 flex flex-wrap items-center justify-between gap-4 rounded-card bg-primary-soft p-4 sm:p-8"
      >
        <h2 id="ready" className="text-24 font-semibold">
          {t('content:whyUs.ready')}
        </h2>
        <div className="flex flex-wrap gap-3">
          <LocalizedLink to={paths.listing(lang)} className="btn btn-primary">
            {t('content:whyUs.plans')}
          </LocalizedLink>
          <LocalizedLink to={paths.esim(lang)} className="btn btn-secondary">
            {t('content:whyUs.esim')}
          </LocalizedLink>
        </div>
      </section>
    </div>
  );
}

// Two in a row, three on desktop; the last row is filled by what is left.
function span(index: number, total: number): string {
  const alone = total % 2 === 1 && index === total - 1 ? 'sm:max-lg:col-span-2 ' : '';
  const left = total % 3;
  if (index < total - left) return `${alone}lg:col-span-2`;
  return `${alone}${left === 1 ? 'lg:col-span-6' : 'lg:col-span-3'}`;
}
