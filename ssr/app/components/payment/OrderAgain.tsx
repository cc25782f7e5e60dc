import { Form } from 'react-router';
import { useBusy } from '../../router/page';
import { ariaDisabled } from '../form/ariaDisabled';

type Props = {
  label: string;
  /** Says what the button does, if the label does not. */
  note?: string;
  primary?: boolean;
};

/** Button that goes back to the checkout with the items of an unpaid order, and cancels the order if it is still unpaid. */
export function OrderAgain({ label, note, primary = false }: Props) {
  const busy = useBusy();
  return (
    <Form method="post" className="grid gap-2">
      <button
        type="submit"
        name="intent"
        value="again"
        {...ariaDisabled(busy)}
        className={`btn btn-${primary ? 'primary' : 'secondary'} w-full`}
      >
        {label}
      </button>
      {note && <p className="text-14 text-muted">{note}</p>}
    </Form>
  );
}
