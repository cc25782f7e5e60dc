import { useTranslation } from 'react-i18next';
import { Checkbox } from '../components/Checkbox';
import { Field, Select } from '../components/Field';
import type { Code, Group } from './types';

type Kind = Code['kind'];
type Errors = Record<string, string>;

/** The fields of a code's discount at a site. @param suffix is appended to the field names, for forms with several sites */
export function ValueFields({
  code,
  currency,
  kind,
  errors,
  suffix = '',
}: {
  code?: Code;
  currency: string;
  kind: Kind;
  errors: Errors;
  suffix?: string;
}) {
  const { t } = useTranslation('studio-promos');
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        name={`value${suffix}`}
        label={t(kind === 'percent' ? 'form.percent' : 'form.amount', { currency })}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        defaultValue={code?.typed.value}
        error={errors[`value${suffix}`]}
      />
      <Field
        name={`minSubtotal${suffix}`}
        label={t('form.min', { currency })}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        defaultValue={code?.typed.minSubtotal}
        error={errors[`minSubtotal${suffix}`]}
      />
    </div>
  );
}

type RulesProps = {
  code?: Code;
  groups: Group[];
  errors: Errors;
  /** A hint that names the time zone of the beginning and the end. */
  clocks: string;
};

/** The fields of a code's rules: plans, period, limits and who gets it. */
export function RuleFields({ code, groups, errors, clocks }: RulesProps) {
  const { t } = useTranslation('studio-promos');
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          name="group"
          label={t('form.group')}
          defaultValue={code?.group ?? ''}
          error={errors.group}
        >
          <option value="">{t('form.allGroups')}</option>
          {groups.map((one) => (
            <option key={one.code} value={one.code}>
              {one.name}
            </option>
          ))}
        </Select>
        <Select
          name="grantOn"
          label={t('form.grant')}
          defaultValue={code?.grantOn ?? ''}
          error={errors.grantOn}
        >
          <option value="">{t('grant.everybody')}</option>
          <option value="signup">{t('grant.signup')}</option>
          <option value="staff">{t('grant.staff')}</option>
        </Select>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          name="starts"
          type="datetime-local"
          label={t('form.starts')}
          hint={clocks}
          defaultValue={code?.typed.starts}
          error={errors.starts}
        />
        <Field
          name="ends"
          type="datetime-local"
          label={t('form.ends')}
          hint={clocks}
          defaultValue={code?.typed.ends}
          error={errors.ends}
        />
        <Field
          name="maxUses"
          label={t('form.maxUses')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={10}
          defaultValue={code?.maxUses ?? ''}
          error={errors.maxUses}
        />
        <Field
          name="maxPerCustomer"
          label={t('form.maxPerCustomer')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={10}
          defaultValue={code?.maxPerCustomer ?? ''}
          error={errors.maxPerCustomer}
        />
      </div>
    </>
  );
}

/** A checkbox that confirms an unusually large discount. @param ask whether the server has asked for the confirmation */
export function ConfirmCheckbox({ ask }: { ask: boolean }) {
  const { t } = useTranslation('studio-promos');
  if (!ask) return null;
  return (
    <Checkbox name="confirmed" required>
      {t('form.confirm')}
    </Checkbox>
  );
}

/** Selects the kind of discount: a percentage or an amount. */
export function KindChoice({
  kind,
  onChange,
  error,
}: {
  kind: Kind;
  onChange: (kind: Kind) => void;
  error?: string;
}) {
  const { t } = useTranslation('studio-promos');
  return (
    <Select
      name="kind"
      label={t('form.kind')}
      value={kind}
      error={error}
      onChange={(event) => onChange(event.target.value as Kind)}
    >
      <option value="percent">{t('form.kinds.percent')}</option>
      <option value="amount">{t('form.kinds.amount')}</option>
    </Select>
  );
}

/** The rules of a code that are the same at every site, from a submitted form. */
export const rulesOf = (typed: Record<string, string>) => ({
  kind: typed.kind,
  group: typed.group,
  starts: typed.starts,
  ends: typed.ends,
  maxUses: typed.maxUses,
  maxPerCustomer: typed.maxPerCustomer,
  grantOn: typed.grantOn,
  confirmed: typed.confirmed === 'on',
});
