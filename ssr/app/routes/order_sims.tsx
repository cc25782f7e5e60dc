import { Alert } from '../components/page/Alert';
import { SimCard } from '../components/sim/SimCard';
import { SimDetail } from '../components/sim/SimDetail';
import { useTranslation } from '../i18n/react';
import { LocalizedLink } from '../router/LocalizedLink';
import type { PageAction, PageHandle, PageProps } from '../router/module';
import { useLang } from '../router/page';
import { paths } from '../router/paths';

// Registrations are sealed in the browser, on any connection.
export const handle: PageHandle = { i18n: ['account', 'plan', 'sims'], js: 'always' };

export const action: PageAction = async (args) => {
  const { postOrderSims } = await import('../components/sim/simForms');
  return postOrderSims(args, args.params.orderNo ?? '');
};

/** The SIMs of an order, for whoever may see it: state, usage, what can be added, and the registration. */
export function Component({ page }: PageProps<'order_sims'>) {
  const { t } = useTranslation();
  const lang = useLang();
  const { orderNo, items, selected, topUps } = page.data;
  const list = paths.orderSims(lang, orderNo);
  return (
    <div className="container-page grid max-w-[880px] gap-6 py-6">
      <header className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h1 className="page-title">{t('sims:ofOrder.title')}</h1>
          <p className="text-muted">{t('sims:ofOrder.number', { orderNo })}</p>
        </div>
        <LocalizedLink to={paths.orderDetail(lang, orderNo)} className="btn btn-secondary">
          {t('sims:ofOrder.back')}
        </LocalizedLink>
      </header>
      {selected ? (
        <SimDetail sim={selected} topUps={topUps} list={list} only={items.length === 1} />
      ) : (
        items.map((sim) => <SimCard key={sim.simId} sim={sim} list={list} />)
      )}
      {items.length === 0 && (
        <Alert kind="info" title={t('sims:ofOrder.none.title')}>
          <p>{t('sims:ofOrder.none.text')}</p>
          <LocalizedLink to={paths.accountSims(lang)} className="btn btn-secondary mt-3">
            {t('sims:ofOrder.none.action')}
          </LocalizedLink>
        </Alert>
      )}
    </div>
  );
}
