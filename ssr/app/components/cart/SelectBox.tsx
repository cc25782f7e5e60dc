import { useEffect } from 'react';
import { useFetcher } from 'react-router';
import type { CartItem } from '../../gw/types';
import { useTranslation } from '../../i18n/react';
import type { ActionDone, ActionFailure } from '../../router/module';
import { notify } from '../../state/store';
import { CheckButton } from './CheckButton';

/** Selects a line, or not: a toggle button that is drawn as a check box; one press, no extra "apply". */
export function SelectBox({ item }: { item: CartItem }) {
  const { t } = useTranslation();
  const fetcher = useFetcher<ActionDone | ActionFailure>();
  const { data } = fetcher;
  useEffect(() => {
    if (data && !data.ok && data.code !== 'unavailable') notify(data.message);
  }, [data]);
  const selected = item.selected && item.available;
  return (
    <fetcher.Form method="post">
      <input type="hidden" name="itemId" value={item.itemId} />
      <input type="hidden" name="selected" value={selected ? '0' : '1'} />
      <CheckButton
        name="intent"
        value="select"
        checked={selected}
        disabled={!item.available}
        label={t('cart:selectItem', { name: item.name })}
      />
    </fetcher.Form>
  );
}
