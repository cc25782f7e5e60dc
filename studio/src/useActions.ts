import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { call, ApiError } from './api/client';
import { useMutation } from './useMutation';

export type Actions = ReturnType<typeof useActions>;

/**
 * Runs actions on what a page shows, one at a time. After an action, or an edit conflict (409), the page reloads it.
 * @param of the path of the calls, below `/studio/api`, with its leading slash; each action has a path below it
 * @param onDone called after a successful action, to move the focus: the form that sent it may be gone
 */
export function useActions(of: string, onDone: () => void) {
  const [name, setName] = useState('');
  const [times, setTimes] = useState<Record<string, number>>({});
  const { revalidate } = useRevalidator();
  const send = useMutation(async (act: string, path: string, body: object) => {
    setName(act);
    try {
      await call('POST', `${of}/${path}`, body);
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) await revalidate();
      throw error;
    }
  });
  return {
    error: send.error,
    /** The first word of the action that succeeded last, otherwise "". */
    done: send.done ? name.split(' ')[0]! : '',
    busy: (act: string) => send.busy && name === act,
    /** Field errors of an action's form. */
    errors: (act: string) => (name === act && send.error?.fields) || {},
    /** How often an action succeeded; as the key of its form it empties the form after a success, and not after an error. */
    times: (act: string) => times[act] ?? 0,
    run: async (act: string, path: string, body: object = {}) => {
      const done = await send.run(act, path, body);
      if (!done) return;
      setTimes((before) => ({ ...before, [act]: (before[act] ?? 0) + 1 }));
      onDone();
    },
  };
}
