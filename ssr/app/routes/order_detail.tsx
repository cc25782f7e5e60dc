import { useEffect } from 'react';
import { useTranslation } from '../i18n/react';
import { useRevalidator } from 'react-router';
import { AmountList } from '../components/AmountList';
import { CancelOrder } from '../components/CancelOrder';
import { ErrorSummary } from '../components/ErrorSummary';
import { Icon } from '../components/Icon';
import { InstallKit } from '../components/InstallKit';
import { KeptNotice } from '../components/KeptNotice';
import { NextStep, nextOf } from '../components/NextStep';
import { OrderLines } from '../components/OrderLines';
import { OrderStepper } from '../components/OrderStepper';
import { RefundList } from '../components/RefundList';
import { ShippingBlock } from '../components/ShippingBlock';
import { dateTime } from '../i18n/format';
import { done, failed, type PageAction, type PageHandle } from '../router/module';
import { useActionErrors, useLang, usePage, useShell } from '../router/page';

export const handle: PageHandle = { i18n: ['order', 'plan', 'offline'] };

export const action: PageAction = async ({ form, gw, params }) => {
  const orderNo = params.orderNo ?? '';
  const confirm = form.get('confirm') === '1';
  const result = await gw.post('/cq-ordercharge/order/cancel', { orderNo, confirm });
  return result.ok ? done() : failed(form, result);
};

export function Component() {
  const { t } = useTranslation();
  const lang = useLang();
  const { tenant } = useShell();
  const errors = useActionErrors();
  const { data } = usePage<'order_detail'>();
  const { order, install } = data;
  const next = nextOf(data);
  useLookAgain(next === 'wait');
  return (
    <div className="container-page grid grid-cols-[minmax(0,1fr)] gap-6 py-6">
      <header className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h1 className="text-24 font-bold sm:text-32">
            {t('order:title', { orderNo: order.orderNo })}
          </h1>
          <p className="text-muted">
            {t(`order:status.${order.status}`)} ·{' '}
            <time dateTime={order.orderTime}>
              {dateTime(order.orderTime, lang, tenant.timeZone)}
            </time>
          </p>
        </div>
        <button
          type="button"
          onClick={() => window.print()}
          className="btn btn-secondary no-print no-js:hidden no-app:invisible"
        >
          <Icon name="print" />
          {t('order:print')}
        </button>
      </header>
      {errors.failed && (
        <ErrorSummary message={errors.message} fields={errors.fields} outcome={errors.outcome} />
      )}
      <NextStep data={data} />
      {order.status !== 'cancelled' && (
        <section
          aria-label={t('order:stepper')}
          className="rounded-card border border-line bg-paper p-4 sm:p-6"
        >
          <OrderStepper steps={order.stepper} />
        </section>
      )}
      {install.length > 0 && (
        <section
          id="install"
          aria-labelledby="install-title"
          className="grid grid-cols-[minmax(0,1fr)] gap-4"
        >
          <h2 id="install-title" className="text-24 font-bold">
            {t('order:install.title')}
          </h2>
          {install.map((kit) => (
            <InstallKit
              key={`${kit.lineId}-${kit.unit}`}
              install={kit}
              of={install.filter((other) => other.lineId === kit.lineId).length}
            />
          ))}
          {install.some((kit) => kit.lpa) && <KeptNotice />}
        </section>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 sm:grid-cols-2 sm:items-start">
        <section
          aria-labelledby="receipt"
          className="rounded-card border border-line bg-paper p-4 sm:p-6"
        >
          <h2 id="receipt" className="mb-3 text-20 font-semibold">
            {t('order:receipt.title')}
          </h2>
          <OrderLines order={order} />
          <div className="mt-4">
            <AmountList amounts={order.amounts} />
          </div>
          <p className="mt-4 text-14 text-muted">
            {t('order:receipt.paidBy', { method: t(`order:method.${order.paymentMethod}`) })}
          </p>
          <p className="text-14 text-muted">
            {t('order:receipt.seller', { brand: tenant.name, email: tenant.supportEmail })}
          </p>
        </section>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <section
            aria-labelledby="contact"
            className="rounded-card border border-line bg-paper p-4 sm:p-6"
          >
            <h2 id="contact" className="mb-3 text-20 font-semibold">
              {t('order:contact')}
            </h2>
            <p>{[order.contact.firstName, order.contact.lastName].filter(Boolean).join(' ')}</p>
            <p className="break-all">{order.contact.email}</p>
            {order.contact.phone && <p>{order.contact.phone}</p>}
          </section>
          {order.shippingInfo && <ShippingBlock info={order.shippingInfo} />}
          <RefundList refunds={order.refunds} currency={order.amounts.currency} />
          {order.cancellable && <CancelOrder />}
        </div>
      </div>
    </div>
  );
}

const LOOK_AGAIN_MS = 5000;

// Delivery takes seconds to minutes; the page shows the eSIM when it is there.
function useLookAgain(waiting: boolean) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void revalidate();
    }, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [waiting, revalidate]);
}
