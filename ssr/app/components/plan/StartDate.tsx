import type { StartDates } from '../../gw/types';
import { Field } from '../form/Field';

type Props = { days: StartDates; label: string; hint?: string; value?: string; error?: string };

/** The day on which a plan begins, where the shopper chooses it. */
export function StartDate({ days, value, error, ...rest }: Props) {
  return (
    <Field
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the field that was refused, also without scripts
      autoFocus={error !== undefined}
      error={error}
      type="date"
      name="startDate"
      className="mt-4"
      required
      min={days.first}
      max={days.last}
      defaultValue={value}
      {...rest}
    />
  );
}
