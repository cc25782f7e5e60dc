import type { ReactNode } from 'react';
import type { PageDataByKind } from '../../gw/page';
import { useTranslation } from '../../i18n/react';
import type { FormState } from '../form/AddressFields';
import { FieldError, fieldId } from '../form/FieldError';
import { RadioCard } from '../form/RadioCard';
import { Section } from './Section';

type Props = {
  form: FormState;
  methods: PageDataByKind['order']['paymentMethods'];
  onChoice: (method: string) => void;
  /** The card's fields, where there are any. */
  children: ReactNode;
};

/** How the order is paid; it cannot be changed once the order is placed. */
export function PaymentSection({ form, methods, onChoice, children }: Props) {
  const { t } = useTranslation();
  const chosen = form.value('paymentMethod', methods[0]);
  return (
    <Section title={t('checkout:payment.title')} id={fieldId('paymentMethod')}>
      <div className="grid gap-2">
        {methods.map((method) => (
          <RadioCard
            key={`${method} ${method === chosen}`}
            name="paymentMethod"
            value={method}
            defaultChecked={method === chosen}
            onChange={() => onChoice(method)}
            label={t(`checkout:payment.${method}`)}
            note={t(`checkout:payment.hint.${method}`)}
          />
        ))}
      </div>
      {children}
      <p className="mt-3 text-14 text-muted">{t('checkout:payment.fixed')}</p>
      <FieldError name="paymentMethod" message={form.field('paymentMethod')} />
    </Section>
  );
}
