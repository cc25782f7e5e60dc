import { useTranslation } from 'react-i18next';
import { Checkbox } from '../components/Checkbox';
import { Field, Select } from '../components/Field';
import type { Site } from './types';

type Props = {
  sites: Site[];
  errors: Record<string, string>;
  /** Gets the text of the file of prices that was chosen, "" for none. */
  onFile: (csv: string) => void;
};

/** The fields for the site that a new one is copied from, and for the prices of its plans. */
export function SourceFields({ sites, errors, onFile }: Props) {
  const { t } = useTranslation('studio-sites');
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 font-medium">{t('form.start')}</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          name="source"
          label={t('form.source')}
          hint={t('form.sourceHint')}
          error={errors.source}
        >
          {sites.map(({ id, name, currency }) => (
            <option key={id} value={id}>
              {name} ({currency})
            </option>
          ))}
        </Select>
        <Field
          name="factor"
          label={t('form.factor')}
          hint={t('form.factorHint')}
          inputMode="decimal"
          maxLength={20}
          autoComplete="off"
          error={errors.factor}
        />
      </div>
      <Field
        name="file"
        type="file"
        accept=".csv,text/csv"
        label={t('form.prices')}
        hint={t('form.pricesHint')}
        error={errors.prices}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) void file.text().then(onFile);
          else onFile('');
        }}
      />
      <Checkbox name="shipping" defaultChecked>
        {t('form.shipping')}
      </Checkbox>
    </fieldset>
  );
}
