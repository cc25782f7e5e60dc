import type { ActionErrors } from '../../router/page';
import { ErrorSummary } from './ErrorSummary';

/** The errors of a form at its top: each field's, or why it was refused as a whole. */
export function FormErrors({ errors }: { errors: ActionErrors<object> }) {
  const general = Object.keys(errors.fields).length === 0 ? errors.message : undefined;
  return <ErrorSummary message={general} fields={errors.fields} outcome={errors.outcome} />;
}
