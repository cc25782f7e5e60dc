import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useTranslation } from '../../i18n/react';
import { LocalizedLink } from '../../router/LocalizedLink';
import { useLang } from '../../router/page';
import { paths } from '../../router/paths';
import { deleteDraft } from '../../drafts/drafts';
import { Alert, type AlertKind } from '../page/Alert';
import type { PageDataByKind } from '../../gw/page';
import { OrderAgain } from './OrderAgain';
import type { PaymentView } from './paymentView';

type Ended = Exclude<PaymentView, 'waiting'>;

/** How often the page is read again without scripts while more is to come, in seconds. */
const REFRESH_S = 5;

const KIND: Record<Ended, AlertKind> = {
  confirming: 'info',
  processing: 'info',
  review: 'info',
  success: 'success',
  partlyRefunded: 'success',
  refundAsked: 'info',
  refund: 'info',
  undelivered: 'warning',
  refunded: 'success',
  undeliveredPaid: 'warning',
  endedFree: 'info',
  expired: 'danger',
  cancelled: 'warning',
  returned: 'warning',
  lateRefund: 'warning',
};

type Props = { view: Ended; orderNo: string; after: PageDataByKind['payment']['after'] };

/** The states after a payment attempt: what happened, and the next step. */
export function PaymentResult({ view, orderNo, after }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  // With the parameters of the provider, by which the page recognises the return from a payment.
  const { pathname, search } = useLocation();
  const again = view === 'expired' || view === 'cancelled';
  const asked = view === 'confirming' || view === 'processing';
  const ordered = !again && !asked;
  useEffect(() => {
    if (ordered) deleteDraft('order');
  }, [ordered]);
  const result = useRef<HTMLDivElement>(null);
  // Takes the focus of the form that it replaces, but not in a newly loaded document.
  useEffect(() => {
    const lost = document.activeElement === document.body;
    if (lost && document.documentElement.dataset.app) result.current?.focus();
  }, []);
  return (
    <div className="grid gap-4">
      <div ref={result} tabIndex={-1}>
        <Alert kind={KIND[view]} title={t(`payment:state.${view}.title`)} live>
          <p>{t(`payment:state.${view}.text`)}</p>
          {after && <p>{after.text}</p>}
        </Alert>
      </div>
      {after?.link && (
        <LocalizedLink to={after.link.path} className="btn btn-primary">
          {after.link.text}
        </LocalizedLink>
      )}
      {ordered && (
        <LocalizedLink
          to={paths.orderDetail(lang, orderNo)}
          className={`btn btn-${after?.link ? 'secondary' : 'primary'}`}
        >
          {t(view === 'success' ? 'payment:toOrderReady' : 'payment:toOrder')}
        </LocalizedLink>
      )}
      {(asked || after?.waiting) && (
        <noscript>
          <meta httpEquiv="refresh" content={String(REFRESH_S)} />
        </noscript>
      )}
      {asked && (
        <LocalizedLink to={`${pathname}${search}`} className="btn btn-secondary">
          {t('payment:checkAgain')}
        </LocalizedLink>
      )}
      {again && (
        <>
          <OrderAgain label={t('payment:orderAgain')} primary />
          <LocalizedLink to={paths.listing(lang)} className="btn btn-secondary">
            {t('payment:shopAgain')}
          </LocalizedLink>
        </>
      )}
    </div>
  );
}
