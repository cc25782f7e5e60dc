import { useTranslation } from '../../i18n/react';
import type { Address } from '../../gw/types';
import { useShell, type ActionErrors } from '../../router/page';
import { CountrySelect } from './CountrySelect';
import { Field } from './Field';

/** The typed values and errors that a part of a form needs. */
export type FormState = Pick<ActionErrors<object>, 'value' | 'field' | 'input'>;

type Props = {
  form: FormState;
  countries: readonly { code: string; name: string }[];
  /** Initial values of the fields. */
  saved: Address | undefined;
  onCountry?: () => void;
};

/** The fields of a shipping address, named `address.*`; one such set on a page. */
export function AddressFields({ form, countries, saved, onCountry }: Props) {
  const { t } = useTranslation();
  const { phoneExample } = useShell().tenant;
  const field = (
    name:
      | 'fullName'
      | 'addressLine1'
      | 'addressLine2'
      | 'city'
      | 'state'
      | 'zipCode'
      | 'phone'
      | 'email',
  ) => ({
    ...form.input(`address.${name}`, saved?.[name]),
    label: t(`checkout:address.${name}`),
  });
  const ifAny = t('checkout:address.ifAny');
  return (
    <div className="grid gap-4 sm:grid-cols-2 sm:items-start">
      <Field {...field('fullName')} autoComplete="shipping name" required />
      <CountrySelect
        name="address.country"
        countries={countries}
        selected={form.value('address.country', saved?.country)}
        error={form.field('address.country')}
        onChange={onCountry}
      />
      <Field
        {...field('addressLine1')}
        autoComplete="shipping address-line1"
        className="sm:col-span-2"
        required
      />
      <Field
        {...field('addressLine2')}
        autoComplete="shipping address-line2"
        className="sm:col-span-2"
      />
      <Field {...field('city')} autoComplete="shipping address-level2" required />
      {/* The country or region decides. */}
      <Field {...field('state')} autoComplete="shipping address-level1" optional={ifAny} />
      <Field {...field('zipCode')} autoComplete="shipping postal-code" optional={ifAny} />
      <Field
        {...field('phone')}
        type="tel"
        inputMode="tel"
        hint={t('checkout:contact.phoneHint', { example: phoneExample })}
        autoComplete="shipping tel"
      />
      <Field {...field('email')} type="email" autoComplete="shipping email" />
    </div>
  );
}
