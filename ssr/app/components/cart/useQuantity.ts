import { useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import type { CartItem } from '../../gw/types';
import type { ActionDone, ActionFailure } from '../../router/module';
import { quantityFields } from './cartForm';

type Asked = { quantity: number; from: number; over: boolean };

/**
 * The quantity of a line and how it is changed: at once on the screen, and at the shop one request after the other, the
 * latest number last. A refusal brings the saved one back.
 */
export function useQuantity({ itemId, quantity: saved }: CartItem) {
  const { data, submit } = useFetcher<ActionDone | ActionFailure>();
  const [asked, setAsked] = useState<Asked>();
  const next = useRef<number>(undefined);
  const sending = useRef(false);

  const set = async (quantity: number) => {
    next.current = quantity;
    setAsked({ quantity, from: saved, over: false });
    if (sending.current) return;
    sending.current = true;
    const { field, shown } = quantityFields(itemId);
    while (next.current !== undefined) {
      const latest: number = next.current;
      next.current = undefined;
      await submit({ [field]: latest, [shown]: '', intent: 'save' }, { method: 'post' });
      if (next.current === undefined) setAsked({ quantity: latest, from: saved, over: true });
    }
    sending.current = false;
  };

  const refusal = asked?.over && data?.ok === false ? data : undefined;
  // Saved, it stays on the screen also where the page could not be read again.
  const open = asked && !refusal && (!asked.over || asked.from === saved);
  return { quantity: open ? asked.quantity : saved, refusal, set };
}
