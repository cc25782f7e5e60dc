import { Form, useLocation } from 'react-router';
import type { GuestOrders as Offer, OrderSummary } from '../../gw/types';
import { date, money } from '../../i18n/format';
import { useTranslation } from '../../i18n/react';
import { TextLink } from '../../router/LocalizedLink';
import { useLang, useShell } from '../../router/page';
import { paths } from '../../router/paths';
import { Check } from '../form/Check';
import { FormErrors } from '../form/FormErrors';
import { Submit } from '../form/Submit';
import { isTicked } from '../form/isTicked';
import { useFormErrors } from '../form/useFormErrors';
import { Alert } from '../page/Alert';
import { Fold } from '../page/Fold';

/** Offers to claim guest orders for the account; one line of text once the customer has dismissed the offer. */
export function GuestOrders({ offer }: { offer?: Offer }) {
  const { t } = useTranslation();
  const errors = useFormErrors('claim');
  if (!offer) return null;
  const count = offer.items.length;
  if (offer.later)
    return (
      <Fold
        title={t('account:claim.quiet', { count })}
        className="rounded-card bg-paper sm:px-6"
        open={errors.failed}
      >
        <ClaimForm offer={offer} />
      </Fold>
    );
  return (
    <section aria-labelledby="guest-orders" className="card border-primary">
      <h2 id="guest-orders" className="text-20 font-semibold">
        {t('account:claim.title', { count })}
      </h2>
      <ClaimForm offer={offer} />
    </section>
  );
}

function ClaimForm({ offer }: { offer: Offer }) {
  const { t } = useTranslation();
  const errors = useFormErrors('claim');
  return (
    <Form method="post" className="grid gap-2 pt-2 pb-2">
      <input type="hidden" name="form" value="claim" />
      <FormErrors errors={errors} />
      <p>{t('account:claim.text')}</p>
      <div className="text-14 text-muted">
        <p>{t('account:claim.elsewhere')}</p>
        {offer.firstOrder && <p>{t('account:claim.first')}</p>}
      </div>
      <ul className="divide-y divide-line">
        {offer.items.map((order) => (
          <li key={order.orderNo}>
            <input type="hidden" name="orderNos" value={order.orderNo} />
            <Check
              name={order.orderNo}
              checked={isTicked(errors, order.orderNo, true)}
              error={errors.field(order.orderNo)}
            >
              <OrderFacts order={order} />
            </Check>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Submit label={t('account:claim.add')} intent="claim" className="max-sm:w-full" />
        {!offer.later && (
          <Submit
            label={t('account:claim.later')}
            intent="later"
            look="secondary"
            className="max-sm:w-full"
          />
        )}
      </div>
    </Form>
  );
}

function OrderFacts({ order }: { order: OrderSummary }) {
  const { t } = useTranslation();
  const lang = useLang();
  const { timeZone } = useShell().tenant;
  const { orderNo, orderTime, orderTotal, currency, items } = order;
  return (
    <>
      <span className="font-medium wrap-anywhere">{t('account:orders.number', { orderNo })}</span>
      <span className="block text-14 text-muted">
        {date(orderTime, lang, timeZone)} · {money(orderTotal, currency, lang)}
      </span>
      {/* Lines have no state, so the index is a sufficient key. */}
      {items.map((item, at) => (
        <span key={at} className="block text-14">
          {item.name} × {item.quantity}
        </span>
      ))}
    </>
  );
}

/** Message with the number of claimed orders, from the page's query. */
export function Claimed() {
  const { t } = useTranslation();
  const lang = useLang();
  const query = new URLSearchParams(useLocation().search);
  const count = (name: string) => Math.max(0, Math.trunc(Number(query.get(name)))) || 0;
  const [orders, sims, stays] = [count('claimed'), count('sims'), count('stays')];
  if (!orders) return null;
  return (
    <Alert kind="success" live>
      <p>{t('account:claim.done', { count: orders })}</p>
      {sims > 0 && (
        <p>
          <TextLink to={paths.accountSims(lang)} className="text-inherit">
            {t('account:claim.sims', { count: sims })}
          </TextLink>
        </p>
      )}
      {stays > 0 && <p>{t('account:claim.stays', { count: stays })}</p>}
    </Alert>
  );
}
