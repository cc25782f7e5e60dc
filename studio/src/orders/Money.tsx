import { useTranslation } from 'react-i18next';
import { formatAmount, formatSiteTime } from '../catalogue/format';
import { ReasonForm } from '../components/ReasonForm';
import { Section } from '../components/Section';
import { i18n } from '../i18n';
import { usePermission } from '../useMember';
import { GiveRefund } from './GiveRefund';
import type { Order, Refund } from './types';
import type { OrderActions } from './useOrderActions';

/** The payment, refunds and disputes of an order. */
export function Money({ order, acts }: { order: Order; acts: OrderActions }) {
  const { t } = useTranslation(['studio-orders', 'order']);
  const mayGive = usePermission('refunds.give');
  const { payment, refunds, disputes, currency, refunded, left, lines, can, zone } = order;
  const gone = lines.filter((line) => line.gone).length;
  return (
    <Section title={t('money.title')} className="card grid gap-3">
      {payment ? (
        <p className="wrap-anywhere">
          {[
            t(`order:method.${payment.method}`),
            formatAmount(payment.amount, currency),
            t(`money.states.${payment.status}`),
            formatSiteTime(payment.at, zone),
            payment.error,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      ) : (
        <p className="text-muted">{t(order.total === 0 ? 'money.free' : 'money.none')}</p>
      )}
      {payment && payment.received !== 0 && (
        <p className="text-warning">
          {t('money.received', {
            amount: formatAmount(payment.received, payment.receivedCurrency),
          })}
        </p>
      )}
      {disputes.map(({ amount: sum, currency: of, state, reason, at }) => (
        <p key={at} className={state === 'open' ? 'wrap-anywhere text-warning' : 'wrap-anywhere'}>
          {[
            t('money.dispute', { amount: formatAmount(sum, of) }),
            t(`money.disputeStates.${state}`),
            reason,
            formatSiteTime(at, zone),
          ].join(' · ')}
        </p>
      ))}
      {refunded > 0 && <p>{t('money.refunded', { amount: formatAmount(refunded, currency) })}</p>}
      {refunds.length > 0 && (
        <ul className="grid gap-3">
          {refunds.map((refund) => (
            <li key={refund.id} className="grid gap-2 border-t border-line pt-3">
              <RefundRow refund={refund} currency={currency} zone={zone} />
              {mayGive && refund.state === 'requested' && <Decide refund={refund} acts={acts} />}
              {mayGive && refund.settle.length > 0 && <Settle refund={refund} acts={acts} />}
            </li>
          ))}
        </ul>
      )}
      {mayGive && can.includes('refund') && (
        // A new key empties the form after a refund, so that it is not sent twice.
        <GiveRefund key={`${left} ${gone}`} order={order} acts={acts} />
      )}
    </Section>
  );
}

type RefundRowProps = { refund: Refund; currency: string; zone: string };

function RefundRow({ refund, currency, zone }: RefundRowProps) {
  const { t } = useTranslation(['studio-orders', 'order']);
  const { state, reason, notes, lines, at } = refund;
  const asked = `order:refund.reasons.${reason}`;
  return (
    <div className="min-w-0">
      <p>
        <span className="font-medium tabular-nums">{formatAmount(refund.amount, currency)}</span>
        {' · '}
        {t(`money.refundStates.${state}`)}
      </p>
      <p className="text-14 wrap-anywhere text-muted">
        {[
          formatSiteTime(at, zone),
          i18n.exists(asked) ? t(asked) : t(`money.reasons.${reason}`),
          lines.join(', '),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {notes && <p className="wrap-anywhere whitespace-pre-line">{notes}</p>}
    </div>
  );
}

function Settle({ refund, acts }: { refund: Refund; acts: OrderActions }) {
  const { t } = useTranslation('studio-orders');
  return (
    <div className="grid gap-3">
      {refund.settle.map((how) => {
        const name = `settle-${how} ${refund.id}`;
        return (
          <ReasonForm
            key={how}
            label={t(`money.settle.${how}`)}
            reason={t('reason')}
            hint={t(`money.settle.${how}Hint`)}
            error={acts.errors(name).reason}
            busy={acts.busy(name)}
            onSend={(reason) =>
              void acts.run(name, `refunds/${refund.id}/settlement`, { how, reason })
            }
          />
        );
      })}
    </div>
  );
}

function Decide({ refund, acts }: { refund: Refund; acts: OrderActions }) {
  const { t } = useTranslation('studio-orders');
  return (
    <div className="grid gap-3">
      {(['approve', 'refuse'] as const).map((act) => {
        const name = `${act} ${refund.id}`;
        return (
          <ReasonForm
            key={act}
            label={t(`money.${act}`)}
            reason={t('reason')}
            hint={t(`money.${act}Hint`)}
            error={acts.errors(name).reason}
            busy={acts.busy(name)}
            look={act === 'refuse' ? 'danger' : 'primary'}
            onSend={(reason) =>
              void acts.run(name, `refunds/${refund.id}`, { approve: act === 'approve', reason })
            }
          />
        );
      })}
    </div>
  );
}
