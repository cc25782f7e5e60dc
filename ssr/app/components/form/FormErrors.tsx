import type { ActionErrors } from '../../router/page';
import { ErrorSummary } from './ErrorSummary';

/** The error summary of a form: the errors of its fields, or of the whole form. */
export function FormErrors({ errors }: { errors: ActionErrors<object> }) {
  const general = Object.keys(errors.fields).length === 0 ? errors.message : undefined;
  return <ErrorSummary message={general} fields={errors.fields} outcome={errors.outcome} />;
}
