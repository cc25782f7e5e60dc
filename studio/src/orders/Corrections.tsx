import { useTranslation } from 'react-i18next';
import { Confirm } from '../components/Confirm';
import { Field } from '../components/Field';
import { ReasonForm } from '../components/ReasonForm';
import { Section } from '../components/Section';
import type { Order } from './types';
import type { OrderActions } from './useOrderActions';

// The fields of an address that can be corrected, with the limits of the checkout. The country cannot: the shipping that was paid depends on it.
const PARTS = [
  ['fullName', 80],
  ['phone', 20],
  ['addressLine1', 120],
  ['addressLine2', 120],
  ['city', 80],
  ['state', 80],
  ['zipCode', 12],
] as const;

type Props = { order: Order; acts: OrderActions };

/** Corrections for a buyer: sends mails again, changes a mistyped email, and changes the address before the parcel is sent. */
export function Corrections({ order, acts }: Props) {
  const { t } = useTranslation('studio-orders');
  const { can } = order;
  if (!can.includes('mails') && !can.includes('email') && !can.includes('address')) return null;
  return (
    <Section title={t('correct.title')}>
      <div className="mt-3 grid gap-3">
        {can.includes('mails') && (
          <p>
            <Confirm
              label={t('correct.mails')}
              question={t('correct.mailsQuestion', { email: order.email })}
              look="primary"
              busy={acts.busy('mails')}
              onConfirm={() => void acts.run('mails', 'mails')}
            />
          </p>
        )}
        {can.includes('email') && <EmailForm order={order} acts={acts} />}
        {can.includes('address') && <AddressForm order={order} acts={acts} />}
      </div>
    </Section>
  );
}

function EmailForm({ order, acts }: Props) {
  const { t } = useTranslation('studio-orders');
  const errors = acts.errors('email');
  return (
    <ReasonForm
      label={t('correct.email')}
      reason={t('reason')}
      hint={t('correct.reasonHint')}
      error={errors.reason}
      busy={acts.busy('email')}
      onSend={(reason, form) =>
        void acts.run('email', 'email', { email: form.get('email'), reason })
      }
    >
      <Field
        key={order.email}
        name="email"
        type="email"
        label={t('correct.newEmail')}
        hint={t('correct.newEmailHint', { email: order.email })}
        error={errors.email}
        defaultValue={order.email}
        maxLength={254}
        autoComplete="off"
        required
      />
    </ReasonForm>
  );
}

function AddressForm({ order, acts }: Props) {
  const { t } = useTranslation('studio-orders');
  const errors = acts.errors('address');
  const { address } = order;
  if (!address) return null;
  return (
    <ReasonForm
      label={t('correct.address')}
      reason={t('reason')}
      hint={t('correct.reasonHint')}
      error={errors.reason}
      busy={acts.busy('address')}
      onSend={(reason, form) =>
        void acts.run('address', 'address', {
          ...Object.fromEntries(PARTS.map(([part]) => [part, form.get(part)])),
          reason,
        })
      }
    >
      <p className="text-14 text-muted">{t('correct.addressHint', { country: order.country })}</p>
      {PARTS.map(([part, maxLength]) => (
        <Field
          key={`${part} ${address[part] ?? ''}`}
          name={part}
          label={t(`correct.parts.${part}`)}
          error={errors[part]}
          defaultValue={address[part]}
          maxLength={maxLength}
          autoComplete="off"
        />
      ))}
    </ReasonForm>
  );
}
