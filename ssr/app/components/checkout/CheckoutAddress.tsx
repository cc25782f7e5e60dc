import { useTranslation } from '../../i18n/react';
import type { PageDataByKind } from '../../gw/page';
import type { Address } from '../../gw/types';
import { AddressFields, type FormState } from '../form/AddressFields';
import { Check } from '../form/Check';
import { fieldId } from '../form/FieldError';
import { OTHER_ADDRESS } from '../form/otherAddress';
import { RadioCard } from '../form/RadioCard';
import { Section } from './Section';

type Page = PageDataByKind['order'];

type Props = {
  form: FormState;
  page: Pick<Page, 'addresses' | 'countries' | 'contact' | 'former'>;
  /** Called when the address changes, on which the price depends. */
  onChange: () => void;
};

/** The shipping address: one of the saved addresses, or another one, which can be saved. */
export function CheckoutAddress({ form, page, onChange }: Props) {
  const { t } = useTranslation();
  const { addresses, countries, contact } = page;
  const former = page.former?.address;
  const first = former ? addresses.find((saved) => isSame(saved, former)) : addresses[0];
  const chosen = form.value('addressId', first?.addressId ?? OTHER_ADDRESS);
  return (
    <Section title={t('checkout:address.title')} id={fieldId('address')}>
      <div>
        {addresses.length > 0 && (
          <div className="mb-4 grid gap-2">
            {addresses.map((address) => (
              <RadioCard
                key={`${address.addressId} ${address.addressId === chosen}`}
                name="addressId"
                value={address.addressId}
                defaultChecked={address.addressId === chosen}
                onChange={onChange}
                label={address.fullName}
                note={[
                  address.addressLine1,
                  address.addressLine2,
                  address.city,
                  address.state,
                  address.zipCode,
                  countries.find(({ code }) => code === address.country)?.name,
                ]
                  .filter(Boolean)
                  .join(t('checkout:address.separator'))}
              />
            ))}
            <RadioCard
              key={`${OTHER_ADDRESS} ${chosen === OTHER_ADDRESS}`}
              name="addressId"
              value={OTHER_ADDRESS}
              defaultChecked={chosen === OTHER_ADDRESS}
              onChange={onChange}
              label={t('checkout:address.other')}
              note=""
            />
          </div>
        )}
        <div
          className={addresses.length > 0 ? 'hidden [main:has([value=other]:checked)_&]:block' : ''}
        >
          <AddressFields form={form} countries={countries} saved={former} onCountry={onChange} />
          {contact && (
            <Check name="saveAddress" checked={form.value('saveAddress') === '1'}>
              {t('checkout:address.save')}
            </Check>
          )}
        </div>
      </div>
      <button
        type="submit"
        name="intent"
        value="budget"
        className="btn btn-secondary mt-4 js:hidden"
      >
        {t('checkout:update')}
      </button>
    </Section>
  );
}

const COMPARED = [
  'fullName',
  'country',
  'addressLine1',
  'addressLine2',
  'city',
  'zipCode',
] as const;

function isSame(a: Address, b: Address): boolean {
  return COMPARED.every((name) => (a[name] ?? '') === (b[name] ?? ''));
}
