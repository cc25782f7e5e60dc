import { Form } from 'react-router';
import { useBusy } from '../../router/page';
import { ariaDisabled } from '../form/ariaDisabled';

type Props = {
  label: string;
  /** What pressing it does, where that is not what the label says. */
  note?: string;
  primary?: boolean;
};

/** Goes back to the checkout with what an unpaid order holds; the order is cancelled if it still waits for its payment. */
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
