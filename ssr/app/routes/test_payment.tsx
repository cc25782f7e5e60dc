import { Breadcrumbs } from '../components/page/Breadcrumbs';
import { TestCards } from '../components/payment/TestCards';
import { TestSection } from '../components/payment/TestSection';
import { money } from '../i18n/format';
import { useTranslation } from '../i18n/react';
import { LocalizedLink } from '../router/LocalizedLink';
import type { PageHandle, PageProps } from '../router/module';
import { useLang } from '../router/page';
import { paths } from '../router/paths';

export const handle: PageHandle = { i18n: ['test', 'order'] };

/** The test page for payments: test cards, how to pay, and where to see the result. */
export function Component({ page }: PageProps<'test_payment'>) {
  const { t } = useTranslation();
  const lang = useLang();
  const { mode, cards, outboxPath, purchase } = page.data;
  const title = t('test:payment.title');
  return (
    <div className="container-page">
      <Breadcrumbs crumbs={[{ label: title }]} />
      <h1 className="page-title">{title}</h1>
      <p className="mb-6 mt-1 text-muted">{t(`test:noMoney.${mode}`)}</p>
      <div className="grid gap-6">
        <TestSection id="purchase" title={t('test:purchase.title')}>
          <p className="mb-4">
            {purchase
              ? t('test:purchase.text', {
                  name: purchase.name,
                  price: money(purchase.price, purchase.currency, lang),
                })
              : t('test:purchase.none')}
          </p>
          <div className="flex flex-wrap gap-3">
            {purchase && (
              <LocalizedLink to={checkout(purchase.goodsId)} className="btn btn-primary">
                {t('test:purchase.start')}
              </LocalizedLink>
            )}
            <LocalizedLink to={paths.testStripe(lang)} className="btn btn-secondary">
              {t('test:server.title')}
            </LocalizedLink>
          </div>
        </TestSection>
        <TestSection id="cards" title={t('test:cards.title')}>
          <p className="mb-4">{t('test:cards.text')}</p>
          <TestCards cards={cards} />
        </TestSection>
        <TestSection id="scan" title={t('test:scan.title')}>
          <ol className="list-decimal pl-5">
            <li>{t('test:scan.choose')}</li>
            <li>{t('test:scan.open')}</li>
            <li>{t('test:scan.answer')}</li>
          </ol>
        </TestSection>
        {outboxPath && (
          <TestSection id="mails" title={t('test:mails.title')}>
            <p className="mb-4">{t('test:mails.text')}</p>
            <LocalizedLink to={outboxPath} className="btn btn-secondary">
              {t('test:mails.open')}
            </LocalizedLink>
          </TestSection>
        )}
      </div>
    </div>
  );

  function checkout(goodsId: string): string {
    return paths.order(lang, {
      buyNow: goodsId,
      simType: 'esim',
      quantity: 1,
      compatibilityConfirmed: 1,
    });
  }
}
