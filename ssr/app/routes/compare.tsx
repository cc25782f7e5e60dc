import { CompareTable } from '../components/plan/CompareTable';
import { Alert } from '../components/page/Alert';
import { Breadcrumbs } from '../components/page/Breadcrumbs';
import { Empty } from '../components/page/Empty';
import { useTranslation } from '../i18n/react';
import { LocalizedLink } from '../router/LocalizedLink';
import type { PageHandle, PageProps } from '../router/module';
import { useLang } from '../router/page';
import { paths } from '../router/paths';

export const handle: PageHandle = { i18n: ['compare', 'plan'] };

/** Two or three plans beside each other; with fewer, how to choose them. */
export function Component({ page }: PageProps<'compare'>) {
  const { t } = useTranslation();
  const lang = useLang();
  const { plans, most, missing, left } = page.data;
  return (
    <div className="container-page pb-4">
      <Breadcrumbs
        crumbs={[
          { label: t('compare:plans'), to: paths.listing(lang) },
          { label: t('compare:title') },
        ]}
      />
      <h1 className="page-title mb-4">{t('compare:title')}</h1>
      <div className="grid gap-4">
        {missing > 0 && <Alert kind="warning" title={t('compare:missing', { count: missing })} />}
        {left > 0 && <Alert kind="info" title={t('compare:left', { count: most })} />}
        {plans.length === 1 && <Alert kind="info" title={t('compare:one')} />}
        {plans.length > 0 ? (
          <CompareTable plans={plans} />
        ) : (
          <Empty icon="sim" title={t('compare:empty.title')} text={t('compare:empty.text')} />
        )}
        <p className="flex flex-wrap justify-center gap-3">
          <LocalizedLink to={paths.listing(lang)} className="btn btn-secondary">
            {t('compare:choose')}
          </LocalizedLink>
        </p>
      </div>
    </div>
  );
}
