import { useTranslation } from '../../i18n/react';
import { Select } from './Field';

type Props = {
  name: string;
  countries: readonly { code: string; name: string }[];
  selected: string;
  error?: string;
  onChange?: () => void;
};

/** Countries and regions the shop ships to. */
export function CountrySelect({ name, countries, selected, error, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <Select
      name={name}
      label={t('checkout:address.country')}
      error={error}
      defaultValue={selected}
      required
      autoComplete="shipping country"
      onChange={onChange}
    >
      <option value="">{t('checkout:address.chooseCountry')}</option>
      {countries.map((country) => (
        <option key={country.code} value={country.code}>
          {country.name}
        </option>
      ))}
    </Select>
  );
}
