import type { StartDates } from '../../gw/types';
import { Field } from '../form/Field';

type Props = { days: StartDates; label: string; hint?: string; value?: string; error?: string };

/** The day on which a plan begins, where the shopper chooses it. */
export function StartDate({ days, value, ...rest }: Props) {
  return (
    <Field
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
