import { Form, useSubmit } from 'react-router';
import type { CartItem } from '../../gw/types';
import { useTranslation } from '../../i18n/react';
import { confirmBox } from '../../state/store';

/** Removes a line from the cart after a confirmation; without scripts, at once. */
export function RemoveButton({ item }: { item: CartItem }) {
  const { t } = useTranslation();
  const submit = useSubmit();
  const ask = async (form: HTMLFormElement) => {
    const fields = new FormData(form);
    const sure = await confirmBox(t('cart:removeSure', { name: item.name }));
    if (sure) await submit(fields, { method: 'post', preventScrollReset: true });
  };
  return (
    <Form
      method="post"
      preventScrollReset
      className="ml-auto"
      onSubmit={(event) => {
        event.preventDefault();
        void ask(event.currentTarget);
      }}
    >
      <input type="hidden" name="itemId" value={item.itemId} />
      <input type="hidden" name="intent" value="remove" />
      <button
        type="submit"
        aria-label={t('cart:removeItem', { name: item.name })}
        className="min-h-11 px-2 text-14 text-muted underline hover:text-danger"
      >
        {t('cart:remove')}
      </button>
    </Form>
  );
}
