import { useTranslation } from 'react-i18next';
import { Confirm } from '../components/Confirm';
import { ReasonForm } from '../components/ReasonForm';
import { Section } from '../components/Section';
import { useMay } from '../useMember';
import type { Can, Order } from './types';
import type { Acts } from './useActs';

// What takes an order further, or keeps it, and the end of its address.
const SURE: [Can, string][] = [
  ['complete', 'arrival'],
  ['cancel', 'cancellation'],
];
const REASONED: [Can, string][] = [
  ['hold', 'hold'],
  ['lift', 'lift'],
  ['giveBack', 'mismatch'],
];

/** What may be done to an order besides its parcel and its refunds. */
export function Steps({ order, acts }: { order: Order; acts: Acts }) {
  const { t } = useTranslation('studio-orders');
  const mayGive = useMay('refunds.give');
  const can = (act: Can) => order.can.includes(act) && (act !== 'giveBack' || mayGive);
  const sure = SURE.filter(([act]) => can(act));
  const reasoned = REASONED.filter(([act]) => can(act));
  if (sure.length + reasoned.length === 0) return null;
  return (
    <Section title={t('steps.title')}>
      <div className="mt-3 grid justify-items-start gap-3">
        {sure.map(([act, path]) => (
          <Confirm
            key={act}
            label={t(`steps.${act}`)}
            question={t(`steps.${act}Question`)}
            busy={acts.busy(act)}
            onConfirm={() => void acts.run(act, path)}
          />
        ))}
        {reasoned.map(([act, path]) => (
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
