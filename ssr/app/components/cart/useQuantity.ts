import { useEffect, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import type { CartItem } from '../../gw/types';
import type { ActionDone, ActionFailure } from '../../router/module';
import { quantityFields } from './cartForm';

/** `from` is the quantity on the page when the latest request was over. */
type Asked = { quantity: number; from?: number };

/**
 * The quantity of a line, with an optimistic update: the screen changes at once, requests are sent one after the other, and the last
 * has the latest quantity. After an error the saved quantity is shown again.
 */
export function useQuantity({ itemId, quantity: saved }: CartItem) {
  const { data, submit } = useFetcher<ActionDone | ActionFailure>();
  const [asked, setAsked] = useState<Asked>();
  const next = useRef<number>(undefined);
  const sending = useRef(false);
  const shown = useRef(saved);
  useEffect(() => {
    shown.current = saved;
  }, [saved]);

  const set = async (quantity: number) => {
    next.current = quantity;
    setAsked({ quantity });
    if (sending.current) return;
    sending.current = true;
    const fields = quantityFields(itemId);
    while (next.current !== undefined) {
      const latest: number = next.current;
      next.current = undefined;
      await submit(
        { [fields.field]: latest, [fields.shown]: '', intent: 'save' },
        { method: 'post' },
      );
      // The page may still be that of a request before.
      if (next.current === undefined) setAsked({ quantity: latest, from: shown.current });
    }
    sending.current = false;
  };

  const over = asked?.from !== undefined;
  const error = over && data?.ok === false ? data : undefined;
  // Saved, it stays on the screen also where the page could not be read again.
  const open = asked && !error && (!over || asked.from === saved);
  return { quantity: open ? asked.quantity : saved, error, set };
}
