import { useTranslation } from '../../i18n/react';
import { Form } from 'react-router';
import type { CartItem, StartDates } from '../../gw/types';
import { useActionErrors, useBusy } from '../../router/page';
import { ariaDisabled } from '../form/ariaDisabled';

/** The day on which the plan of a line begins, and how it is changed. */
export function CartStartDate({ item, days }: { item: CartItem; days: StartDates }) {
  const { t } = useTranslation();
  const busy = useBusy();
  const errors = useActionErrors();
  const refused = errors.failed && errors.value('itemId') === item.itemId;
  const day = item.startDate ?? '';
  const id = `start-${item.itemId}`;
  return (
    <Form
      key={day}
      method="post"
      preventScrollReset
      className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-14"
    >
      <input type="hidden" name="itemId" value={item.itemId} />
      <label htmlFor={id} className="text-muted">
        {t('cart:startDate')}
      </label>
      <input
        id={id}
        type="date"
        name="startDate"
        required
        min={days.first}
        max={days.last}
        defaultValue={refused ? errors.value('startDate', day) : day}
        className="field w-auto"
      />
      <button
        type="submit"
        {...ariaDisabled(busy)}
        aria-label={t('cart:updateDate', { name: item.name })}
        className="link min-h-11 px-1"
      >
        {t('cart:update')}
      </button>
    </Form>
  );
}
