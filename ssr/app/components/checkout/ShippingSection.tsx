import type { ShippingMethod } from '../../gw/types';
import { money } from '../../i18n/format';
import { useTranslation } from '../../i18n/react';
import { useLang } from '../../router/page';
import type { FormState } from '../form/AddressFields';
import { FieldError, fieldId } from '../form/FieldError';
import { RadioCard } from '../form/RadioCard';
import { Section } from './Section';

type Props = {
  form: FormState;
  methods: readonly ShippingMethod[];
  chosen: string;
  /** No country is chosen, on which the prices depend. */
  estimated?: boolean;
  onChoice: () => void;
};

/** The ways to send a parcel to the chosen country. */
export function ShippingSection({ form, methods, chosen, estimated, onChoice }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <Section title={t('checkout:shipping.title')} id={fieldId('shippingMethod')}>
      <div className="grid gap-2">
        {methods.map(({ code, name, eta, amount, currency }) => (
          <RadioCard
            key={`${code} ${code === chosen}`}
            name="shippingMethod"
            value={code}
            defaultChecked={code === chosen}
            onChange={onChoice}
            label={name}
            note={eta}
            end={amount === 0 ? t('plan:amount.free') : money(amount, currency, lang)}
          />
        ))}
      </div>
      {estimated && <p className="mt-3 text-14 text-muted">{t('checkout:shipping.estimate')}</p>}
      <FieldError name="shippingMethod" message={form.field('shippingMethod')} />
    </Section>
  );
}
