import type { StartDates } from '../../gw/types';
import { useTranslation } from '../../i18n/react';
import { useActionErrors } from '../../router/page';
import { Field } from '../form/Field';

/** The day on which a plan begins, where the shopper chooses it. */
export function StartDate({ days }: { days: StartDates }) {
  const { t } = useTranslation();
  const errors = useActionErrors();
  const day = errors.value('startDate');
  const error = errors.field('startDate') ?? (day ? undefined : days.problem);
  return (
    <Field
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the field that was refused, also without scripts
      autoFocus={error !== undefined}
      error={error}
      type="date"
      name="startDate"
      label={t('plan:startDate')}
      hint={days.text}
      className="mt-4"
      required
      min={days.first}
      max={days.last}
      defaultValue={day}
    />
  );
}
