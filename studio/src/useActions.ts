import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { call, ApiError } from './api/client';
import type { Basis } from './useBasis';
import { useErrorFocus, useMutation } from './useMutation';

export type Actions = ReturnType<typeof useActions>;

type Save = Basis<unknown>['save'];
/** How a body is saved whose values are based on a revision; see `save` of `useBasis`. */
type Saving = (send: Parameters<Save>[2]) => ReturnType<Save>;

/**
 * Runs actions on what a page shows, one at a time. After an action, or an edit conflict (409), the page reloads it.
 * @param of the path of the calls, below `/studio/api`, with its leading slash; each action has a path below it
 * @param focusOutcome moves the focus to what the page says about an action, after a success and after an error without fields: the
 * form that sent it may be gone or far away
 */
export function useActions(of: string, focusOutcome: () => void) {
  const [{ name, based }, setAct] = useState({ name: '', based: false });
  const [times, setTimes] = useState<Record<string, number>>({});
  const { revalidate } = useRevalidator();
  const send = useMutation(async (act: string, path: string, body: object, save?: Saving) => {
    setAct({ name: act, based: Boolean(save) });
    const post = (more: object) => call('POST', `${of}/${path}`, { ...body, ...more });
    try {
      await (save ? save((revision) => post({ revision })) : post({}));
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) await revalidate();
      throw error;
    }
  });
  const conflict = based && send.error?.code.endsWith('_overtaken') ? send.error : undefined;
  const error = conflict ? undefined : send.error;
  useErrorFocus(error, focusOutcome);
  return {
    error,
    /** The edit conflict of an action's form, which shows it itself. */
    conflict: (act: string) => (name === act ? conflict : undefined),
    /** The first word of the action that succeeded last, otherwise "". */
    done: send.done ? name.split(' ')[0]! : '',
    busy: (act: string) => send.busy && name === act,
    /** Field errors of an action's form. */
    errors: (act: string) => (name === act && send.error?.fields) || {},
    /** How often an action succeeded; as the key of its form it empties the form after a success, and not after an error. */
    times: (act: string) => times[act] ?? 0,
    run: async (act: string, path: string, body: object = {}, save?: Saving) => {
      const done = await send.run(act, path, body, save);
      if (!done) return;
      setTimes((before) => ({ ...before, [act]: (before[act] ?? 0) + 1 }));
      focusOutcome();
    },
  };
}
