import type { ActionErrors } from '../../router/page';

/** Whether a check box is ticked: as it was submitted when the form was refused, else as it is saved. */
export function isTicked(errors: ActionErrors<object>, name: string, saved: boolean): boolean {
  return errors.failed ? errors.value(name) === '1' : saved;
}
