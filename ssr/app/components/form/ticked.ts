import type { ActionErrors } from '../../router/page';

/** Whether a box is ticked: as it was sent when its form was refused, else as it is kept. */
export function ticked(errors: ActionErrors<object>, name: string, kept: boolean): boolean {
  return errors.failed ? errors.value(name) === '1' : kept;
}
