import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { call, Refusal } from '../api/client';
import { useSend } from '../useSend';
import type { Order } from './types';

export type Acts = ReturnType<typeof useActs>;

/**
 * What is done to an order, one thing at a time. Once it is done, or somebody else was first, the page shows what there is now.
 * @param onDone called then, to move the focus: the form that sent it may be gone
 */
export function useActs({ site, orderNo }: Order, onDone: () => void) {
  const [name, setName] = useState('');
  const { revalidate } = useRevalidator();
  const send = useSend(async (act: string, path: string, body: object) => {
    setName(act);
    try {
      await call('POST', `/orders/${site.id}/${orderNo}/${path}`, body);
    } catch (error) {
      if (error instanceof Refusal && error.status === 409) await revalidate();
      throw error;
    }
  });
  return {
    refusal: send.refusal,
    /** The first word of what was done, "" before and after a refusal. */
    done: send.done ? name.split(' ')[0]! : '',
    busy: (act: string) => send.busy && name === act,
    /** What is wrong with the fields of the form that does this. */
    errors: (act: string) => (name === act && send.refusal?.fields) || {},
    run: async (act: string, path: string, body: object = {}) => {
      const done = await send.run(act, path, body);
      if (done) onDone();
    },
  };
}
