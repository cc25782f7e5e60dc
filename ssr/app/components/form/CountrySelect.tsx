import { useTranslation } from '../../i18n/react';
import { FieldLabel } from './Field';
import { FieldError, fieldId, invalidProps } from './FieldError';

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
    <div>
      <FieldLabel
        htmlFor={fieldId(name)}
        label={t('checkout:address.country')}
        optional={false}
        optionalText=""
      />
      <select
        id={fieldId(name)}
        name={name}
        defaultValue={selected}
        required
        autoComplete="shipping country"
        className="field"
        onChange={onChange}
        {...invalidProps(name, error)}
      >
        <option value="">{t('checkout:address.chooseCountry')}</option>
        {countries.map((country) => (
          <option key={country.code} value={country.code}>
            {country.name}
          </option>
        ))}
      </select>
      <FieldError name={name} message={error} />
    </div>
  );
}
