import { useTranslation } from '../i18n/react';
import { ContentArticle } from '../components/help/ContentArticle';
import type { PageHandle, PageProps } from '../router/module';

export const handle: PageHandle = { i18n: ['content'] };

export function Component({ page }: PageProps<'service'>) {
  const { t } = useTranslation();
  const { data } = page;
  return (
    <ContentArticle
      content={data}
      crumb={t('content:service.crumb')}
      nav={t('content:service.nav')}
    />
  );
}
