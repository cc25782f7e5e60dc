import { useTranslation } from 'react-i18next';
import type { Address } from '../../../ssr/app/gw/types';
import { Confirm } from '../components/Confirm';
import { Conflict } from '../components/Conflict';
import { Field } from '../components/Field';
import { Outcome } from '../components/Outcome';
import { ReasonForm } from '../components/ReasonForm';
import { Section } from '../components/Section';
import { useBasis } from '../useBasis';
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
  const basis = useBasis({ email: order.email, revision: order.emailRevision });
  return (
    <ReasonForm
      label={t('correct.email')}
      reason={t('reason')}
      hint={t('correct.reasonHint')}
      error={errors.reason}
      busy={acts.busy('email')}
      onSend={(reason, form) => {
        const email = form.get('email') as string;
        void acts.run('email', 'email', { email, reason }, (send) =>
          basis.save(email.trim(), (saved) => saved.email, send),
        );
      }}
    >
      <Field
        key={basis.edition}
        name="email"
        type="email"
        label={t('correct.newEmail')}
        hint={t('correct.newEmailHint', { email: order.email })}
        error={errors.email}
        defaultValue={basis.values.email}
        maxLength={254}
        autoComplete="off"
        required
      />
      <Outcome error={acts.conflict('email')} />
      <Conflict of={basis} />
    </ReasonForm>
  );
}

const inWords = (address: Partial<Address> | null): string =>
  PARTS.map(([part]) => address?.[part]?.trim() ?? '').join('\n');

function AddressForm({ order, acts }: Props) {
  const { t } = useTranslation('studio-orders');
  const errors = acts.errors('address');
  const basis = useBasis({ address: order.address, revision: order.addressRevision });
  const { address } = basis.values;
  if (!address) return null;
  return (
    <ReasonForm
      label={t('correct.address')}
      reason={t('reason')}
      hint={t('correct.reasonHint')}
      error={errors.reason}
      busy={acts.busy('address')}
      onSend={(reason, form) => {
        const typed: Partial<Address> = Object.fromEntries(
          PARTS.map(([part]) => [part, form.get(part) as string]),
        );
        void acts.run('address', 'address', { ...typed, reason }, (send) =>
          basis.save(inWords(typed), (saved) => inWords(saved.address), send),
        );
      }}
    >
      <p className="text-14 text-muted">{t('correct.addressHint', { country: order.country })}</p>
      {PARTS.map(([part, maxLength]) => (
        <Field
          key={`${part} ${basis.edition}`}
          name={part}
          label={t(`correct.parts.${part}`)}
          error={errors[part]}
          defaultValue={address[part]}
          maxLength={maxLength}
          autoComplete="off"
        />
      ))}
      <Outcome error={acts.conflict('address')} />
      <Conflict of={basis} />
    </ReasonForm>
  );
}
