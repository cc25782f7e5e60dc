import { useTranslation } from '../i18n/react';
import { ErrorSummary } from '../components/form/ErrorSummary';
import { CancelOrder } from '../components/order/CancelOrder';
import { DelayNotice } from '../components/order/DelayNotice';
import { isShortWait, NextStep, nextStepOf } from '../components/order/NextStep';
import { orderAgain } from '../components/order/orderAgain';
import { OrderEsims } from '../components/order/OrderEsims';
import { OrderReceipt } from '../components/order/OrderReceipt';
import { OrderSection } from '../components/order/OrderSection';
import { contentOf, orderState } from '../components/order/orderState';
import { OrderStepper } from '../components/order/OrderStepper';
import { RefundForm } from '../components/order/RefundForm';
import { RefundList } from '../components/order/RefundList';
import { ShippingBlock } from '../components/order/ShippingBlock';
import { useRefreshWhile } from '../components/order/useRefreshWhile';
import { MailAddress } from '../components/page/MailAddress';
import { fullName, zonedTime } from '../i18n/format';
import type { PageAction, PageHandle, PageProps } from '../router/module';
import { LocalizedLink } from '../router/LocalizedLink';
import { useActionErrors, useLang, useShell } from '../router/page';
import { paths } from '../router/paths';

export const handle: PageHandle = { i18n: ['order', 'plan'] };

export const action: PageAction = async (post) => {
  if (post.form.get('intent') === 'again') return orderAgain(post);
  // Loaded with the first post: most visits end without one.
  return (await import('../components/order/orderActions')).postOrder(post);
};

export function Component({ page }: PageProps<'order_detail'>) {
  const { t } = useTranslation();
  const lang = useLang();
  const { tenant } = useShell();
  const errors = useActionErrors();
  const { data } = page;
  const { order } = data;
  const next = nextStepOf(data);
  const state = orderState(order, t);
  // An order that has ended shows no further steps and no parcel.
  const ended = order.status === 'cancelled' || order.status === 'refunded';
  const hasCard = order.items.some((i) => i.simType === 'physical' && i.state !== 'refunded');
  const paid = order.stepper.some(({ step, at }) => step === 'paid' && at);
  useRefreshWhile(isShortWait(next));
  return (
    <div className="container-page grid gap-6 py-6">
      <header className="hidden-until-complete">
        <h1 className="page-title">{t('order:title', { orderNo: order.orderNo })}</h1>
        <p className="text-muted">
          {t('order:stands', { state, time: zonedTime(order.orderTime, lang, tenant.timeZone) })}
        </p>
      </header>
      {errors.failed && (
        <ErrorSummary message={errors.message} fields={errors.fields} outcome={errors.outcome} />
      )}
      <DelayNotice order={order} />
      {!(order.delay && next === 'wait') && <NextStep data={data} />}
      <OrderEsims data={data} next={next} state={state} />
      {order.status !== 'cancelled' && (
        <div className="card">
          <OrderStepper
            steps={ended ? order.stepper.filter(({ at }) => at) : order.stepper}
            bought={contentOf(order.items)}
          />
        </div>
      )}
      {data.reviewable && (
        <LocalizedLink
          to={`${paths.orderDetail(lang, order.orderNo)}/review`}
          className="btn btn-secondary no-print"
        >
          {t('order:review')}
        </LocalizedLink>
      )}
      <div className="grid gap-6 sm:grid-cols-2 sm:items-start">
        {!paid && <OrderReceipt order={order} />}
        <div className="grid gap-6">
          <OrderSection id="contact" title={t('order:contact')}>
            <p className="wrap-anywhere">{fullName(order.contact, lang)}</p>
            <p>
              <MailAddress address={order.contact.email} />
            </p>
            {order.contact.phone && <p>{order.contact.phone}</p>}
          </OrderSection>
          {order.shippingInfo && (
            <ShippingBlock
              orderNo={order.orderNo}
              info={order.shippingInfo}
              ended={ended || !hasCard}
            />
          )}
          <RefundList refunds={order.refunds} currency={order.amounts.currency} />
          <RefundForm offer={data.refundOffer} currency={order.amounts.currency} />
          {order.cancellable && <CancelOrder orderNo={order.orderNo} />}
        </div>
        {paid && <OrderReceipt order={order} paid />}
      </div>
    </div>
  );
}
