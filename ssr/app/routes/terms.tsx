import { useTranslation } from '../i18n/react';
import { ContentArticle } from '../components/help/ContentArticle';
import type { PageHandle } from '../router/module';
import { usePage } from '../router/page';

export const handle: PageHandle = { i18n: ['content'] };

export function Component() {
  const { t } = useTranslation();
  const { data } = usePage<'terms'>();
  return (
    <ContentArticle content={data} crumb={t('content:terms.crumb')} nav={t('content:terms.nav')} />
  );
}
