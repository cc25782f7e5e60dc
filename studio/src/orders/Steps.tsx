import { useTranslation } from 'react-i18next';
import { Confirm } from '../components/Confirm';
import { ReasonForm } from '../components/ReasonForm';
import { Section } from '../components/Section';
import { usePermission } from '../useMember';
import type { OrderAction, Order } from './types';
import type { OrderActions } from './useOrderActions';

// Actions that need a confirmation, and actions that need a reason, with the last segment of the path of the call.
const CONFIRMED: [OrderAction, string][] = [
  ['complete', 'arrival'],
  ['cancel', 'cancellation'],
];
const WITH_REASON: [OrderAction, string][] = [
  ['hold', 'hold'],
  ['lift', 'lift'],
  ['giveBack', 'mismatch'],
];

/** The actions on an order other than its parcel and its refunds. */
export function Steps({ order, acts }: { order: Order; acts: OrderActions }) {
  const { t } = useTranslation('studio-orders');
  const mayGive = usePermission('refunds.give');
  const can = (act: OrderAction) => order.can.includes(act) && (act !== 'giveBack' || mayGive);
  const confirmed = CONFIRMED.filter(([act]) => can(act));
  const withReason = WITH_REASON.filter(([act]) => can(act));
  if (confirmed.length + withReason.length === 0) return null;
  return (
    <Section title={t('steps.title')}>
      <div className="mt-3 grid justify-items-start gap-3">
        {confirmed.map(([act, path]) => (
          <Confirm
            key={act}
            label={t(`steps.${act}`)}
            question={t(`steps.${act}Question`)}
            busy={acts.busy(act)}
            onConfirm={() => void acts.run(act, path)}
          />
        ))}
        {withReason.map(([act, path]) => (
          <ReasonForm
            key={act}
            label={t(`steps.${act}`)}
            reason={t('reason')}
            hint={t(`steps.${act}Hint`)}
            error={acts.errors(act).reason}
            busy={acts.busy(act)}
            look={act === 'giveBack' ? 'danger' : 'primary'}
            onSend={(reason) => void acts.run(act, path, { reason })}
          />
        ))}
      </div>
    </Section>
  );
}
