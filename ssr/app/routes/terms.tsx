import { useTranslation } from '../i18n/react';
import { ContentArticle } from '../components/help/ContentArticle';
import type { PageHandle, PageProps } from '../router/module';

export const handle: PageHandle = { i18n: ['content'] };

export function Component({ page }: PageProps<'terms'>) {
  const { t } = useTranslation();
  const { data } = page;
  return (
    <ContentArticle content={data} crumb={t('content:terms.crumb')} nav={t('content:terms.nav')} />
  );
}
