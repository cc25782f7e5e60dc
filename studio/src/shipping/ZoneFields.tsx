import { useTranslation } from 'react-i18next';
import { Button } from '../components/Button';
import { Field } from '../components/Field';
import type { Method, Zone } from './types';

type Props = {
  /** The prefix of the field names, `zones.0.`. */
  at: string;
  zone: Zone;
  currency: string;
  errors: Record<string, string>;
  /** The fields are read-only. */
  locked: boolean;
  /** An empty shipping method. */
  nothing: Method;
  onChange: (zone: Zone) => void;
  onRemove: () => void;
};

/** The countries of a shipping zone and its shipping methods. */
export function ZoneFields(props: Props) {
  const { at, zone, currency, errors, locked, nothing, onChange, onRemove } = props;
  const { t } = useTranslation('studio-shipping');
  const name = zone.code || t('newZone');
  const setMethod = (n: number, method: Method) =>
    onChange({ ...zone, methods: zone.methods.map((one, i) => (i === n ? method : one)) });
  return (
    <fieldset className="card grid min-w-0 gap-4" disabled={locked}>
      <legend className="contents">
        <span className="text-20 font-semibold wrap-anywhere">{name}</span>
      </legend>
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        <Field
          name={`${at}code`}
          label={t('zone')}
          value={zone.code}
          maxLength={40}
          autoComplete="off"
          error={errors[`${at}code`]}
          onChange={(event) => onChange({ ...zone, code: event.target.value })}
        />
        <Field
          name={`${at}countries`}
          label={t('countries')}
          hint={t('countriesHint')}
          value={zone.countries}
          autoComplete="off"
          error={errors[`${at}countries`]}
          onChange={(event) => onChange({ ...zone, countries: event.target.value })}
        />
      </div>
      {zone.methods.map((method, i) => (
        <MethodFields
          key={i}
          at={`${at}methods.${i}.`}
          method={method}
          currency={currency}
          errors={errors}
          locked={locked}
          onChange={(next) => setMethod(i, next)}
          onRemove={() => onChange({ ...zone, methods: zone.methods.filter((_, j) => j !== i) })}
        />
      ))}
      {errors[`${at}methods`] && <p className="text-14 text-danger">{errors[`${at}methods`]}</p>}
      {!locked && (
        <p className="flex flex-wrap gap-6">
          <Button
            type="button"
            look="link"
            aria-label={t('addMethodTo', { zone: name })}
            onClick={() => onChange({ ...zone, methods: [...zone.methods, nothing] })}
          >
            {t('addMethod')}
          </Button>
          <Button
            type="button"
            look="link"
            aria-label={t('removeZoneOf', { zone: name })}
            onClick={onRemove}
          >
            {t('removeZone')}
          </Button>
        </p>
      )}
    </fieldset>
  );
}

type MethodProps = Pick<Props, 'at' | 'currency' | 'errors' | 'locked' | 'onRemove'> & {
  method: Method;
  onChange: (method: Method) => void;
};

const FIELDS = [
  ['code', 40],
  ['nameEn', 60],
  ['nameZh', 60],
  ['amount', 20],
  ['daysMin', 3],
  ['daysMax', 3],
  ['trackingUrl', 300],
] as const;

function MethodFields({ at, method, currency, errors, locked, onChange, onRemove }: MethodProps) {
  const { t } = useTranslation('studio-shipping');
  return (
    <fieldset
      aria-label={method.code || t('newMethod')}
      className="grid min-w-0 gap-4 rounded-control border border-line p-4 max-sm:p-3"
    >
      <div className="grid gap-4 max-sm:gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {FIELDS.map(([field, most]) => (
          <Field
            key={field}
            name={`${at}${field}`}
            label={t(`method.${field}`, { currency })}
            value={method[field]}
            maxLength={most}
            autoComplete="off"
            inputMode={
              field === 'amount' ? 'decimal' : field.startsWith('days') ? 'numeric' : 'text'
            }
            error={errors[`${at}${field}`]}
            onChange={(event) => onChange({ ...method, [field]: event.target.value })}
          />
        ))}
      </div>
      {!locked && (
        <p>
          <Button
            type="button"
            look="link"
            aria-label={t('removeMethodOf', { method: method.code || t('newMethod') })}
            onClick={onRemove}
          >
            {t('removeMethod')}
          </Button>
        </p>
      )}
    </fieldset>
  );
}
