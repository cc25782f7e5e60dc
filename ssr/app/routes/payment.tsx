import { useState } from 'react';
import { useTranslation } from '../i18n/react';
import { Form, useLocation } from 'react-router';
import { ErrorSummary } from '../components/form/ErrorSummary';
import { AmountList } from '../components/order/AmountList';
import { orderAgain } from '../components/order/orderAgain';
import { Alert } from '../components/page/Alert';
import { Countdown } from '../components/page/Countdown';
import { OrderAgain } from '../components/payment/OrderAgain';
import { CardForm } from '../components/payment/CardForm';
import { PaymentResult } from '../components/payment/PaymentResult';
import { paymentView } from '../components/payment/paymentView';
import { ScanCode } from '../components/payment/ScanCode';
import { usePaymentWatch } from '../components/payment/usePaymentWatch';
import type { PageDataByKind } from '../gw/page';
import { money, zonedTime } from '../i18n/format';
import {
  failed,
  type PageAction,
  type PageHandle,
  type PageProps,
  seeOther,
} from '../router/module';
import { TextLink } from '../router/LocalizedLink';
import { useActionErrors, useBusy, useLang, useShell } from '../router/page';
import { paths } from '../router/paths';
import { ariaDisabled } from '../components/form/ariaDisabled';

export const handle: PageHandle = { i18n: ['payment', 'plan'], js: 'always' };

export const action: PageAction = async (post) => {
  const { form, gw, lang, params } = post;
  const orderNo = params.orderNo ?? '';
  if (form.get('intent') === 'hosted') {
    const hosted = await gw.post('/cq-ordercharge/payment/us/hosted', { orderNo });
    return hosted.ok ? seeOther(hosted.data.url) : failed(form, hosted);
  }
  if (form.get('intent') === 'again') return orderAgain(post);
  const created = await gw.post('/cq-ordercharge/payment/us/create', { orderNo });
  // A redirect, so that reloading the page does not request another code.
  return created.ok ? seeOther(paths.payment(lang, orderNo)) : failed(form, created);
};

export function Component({ page }: PageProps<'payment'>) {
  const { t } = useTranslation();
  const lang = useLang();
  const { data } = page;
  const { order, attempt } = data;
  const errors = useActionErrors();
  const returned = useReturned();
  const [paidNow, setPaidNow] = useState<string>();
  const [over, setOver] = useState(false);
  const known = paymentView(order, attempt);
  // The payment may have succeeded a moment ago: until the shop knows, no second card form and no earlier error is shown.
  const confirming = known === 'waiting' && (paidNow === order.orderNo || data.confirming);
  const view = confirming ? 'confirming' : known;
  const { orderTotal, currency } = order.amounts;
  // A card form that is not filled in needs no polling before the order expires; a wallet, a return from the provider and a payment
  // that the shop does not know of yet do.
  const news = over || order.paymentMethod !== 'card' || returned !== undefined;
  const going = view === 'success' || view === 'partlyRefunded';
  const asks =
    confirming ||
    view === 'processing' ||
    view === 'refund' ||
    view === 'undelivered' ||
    (view === 'waiting' ? news : going && !!data.after?.waiting);
  usePaymentWatch(order.orderNo, known, attempt?.status ?? 'none', asks);
  return (
    <div className="container-page py-6">
      <div className="mx-auto grid max-w-[960px] gap-6 sm:grid-cols-[minmax(0,1fr)_320px] sm:items-start">
        <section className="card">
          <h1 className="text-24 font-semibold">{t('payment:title')}</h1>
          <p className="mt-1 text-muted">{t('payment:orderNo', { orderNo: order.orderNo })}</p>
          <p className="my-4 text-40 font-semibold leading-none tabular-nums">
            {money(orderTotal, currency, lang)}
          </p>
          {errors.failed && (
            <div className="mb-4">
              <ErrorSummary message={errors.message} outcome={errors.outcome} />
            </div>
          )}
          {view === 'waiting' ? (
            <Waiting
              data={data}
              refused={returned === 'failed'}
              onPaid={() => setPaidNow(order.orderNo)}
              onOver={() => setOver(true)}
            />
          ) : (
            <PaymentResult
              view={view}
              orderNo={order.orderNo}
              after={going ? data.after : undefined}
            />
          )}
        </section>
        <aside className="card">
          <h2 className="mb-3 text-20 font-semibold">{t('payment:summary')}</h2>
          <ul className="mb-4 grid gap-2 border-b border-line pb-4">
            {order.items.map((item) => (
              <li key={item.lineId}>
                {item.name}
                <span className="text-muted"> × {item.quantity}</span>
              </li>
            ))}
          </ul>
          <AmountList amounts={order.amounts} />
        </aside>
      </div>
    </div>
  );
}

type WaitingProps = {
  data: PageDataByKind['payment'];
  refused: boolean;
  onPaid: () => void;
  onOver: () => void;
};

function Waiting({ data, refused, onPaid, onOver }: WaitingProps) {
  const { t } = useTranslation();
  const lang = useLang();
  const busy = useBusy();
  const { timeZone } = useShell().tenant;
  const { order, attempt, pk, stripeJs, hosted } = data;
  const { orderNo, payBefore, paymentMethod, amounts } = order;
  const total = money(amounts.orderTotal, amounts.currency, lang);
  // The bank has declined the payment, possibly before the shop knows why.
  const failure = attempt?.lastError?.message ?? (refused ? t('payment:decline.other') : undefined);
  return (
    <div className="grid gap-5">
      <div>
        <p>{t('payment:payBefore', { time: zonedTime(payBefore, lang, timeZone) })}</p>
        <Countdown until={payBefore} onEnd={onOver} />
      </div>
      {failure && (
        <Alert kind="danger" title={t('payment:failed')}>
          <p>{failure}</p>
        </Alert>
      )}
      {paymentMethod === 'card' ? (
        // The provider's own page until scripts run, and then the form, in the same place.
        <div className="grid *:col-start-1 *:row-start-1">
          <CardForm
            orderNo={orderNo}
            stripeJs={stripeJs}
            pk={pk}
            label={t('payment:pay', { total })}
            onPaid={onPaid}
          />
          {hosted && (
            <Form method="post" reloadDocument className="js:hidden">
              <button
                type="submit"
                name="intent"
                value="hosted"
                {...ariaDisabled(busy)}
                className="btn btn-primary w-full"
              >
                {t('payment:hosted')}
              </button>
            </Form>
          )}
        </div>
      ) : (
        <ScanCode orderNo={orderNo} method={paymentMethod} qr={attempt?.qr} failed={!!failure} />
      )}
      {data.otherMethods && (
        <OrderAgain label={t('payment:anotherWay')} note={t('payment:anotherWayNote')} />
      )}
      {/* There it can be cancelled. */}
      <TextLink to={paths.orderDetail(lang, orderNo)} className="justify-self-center">
        {t('payment:toOrder')}
      </TextLink>
    </div>
  );
}

// The provider adds the outcome to the return address. It is only a hint to query the payment, and never trusted.
function useReturned(): 'failed' | 'otherwise' | undefined {
  const search = new URLSearchParams(useLocation().search);
  if (search.get('redirect_status') === 'failed') return 'failed';
  return search.has('payment_intent') || search.has('session_id') ? 'otherwise' : undefined;
}
