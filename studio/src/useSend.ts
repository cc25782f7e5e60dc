import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useRevalidator } from 'react-router';
import { toRefusal, type Refusal } from './api/client';

/**
 * Sends something once at a time. When it went well, what the page shows is read anew; when it did not, `refusal` says why, and
 * nothing that was typed is lost.
 */
export function useSend<Args extends unknown[]>(send: (...args: Args) => Promise<unknown>) {
  const [state, setState] = useState<{ busy: boolean; done: boolean; refusal?: Refusal }>({
    busy: false,
    done: false,
  });
  const running = useRef(false);
  const { revalidate } = useRevalidator();

  async function run(...args: Args): Promise<boolean> {
    if (running.current) return false;
    running.current = true;
    setState({ busy: true, done: false });
    try {
      await send(...args);
      await revalidate();
      setState({ busy: false, done: true });
      return true;
    } catch (error) {
      setState({ busy: false, done: false, refusal: toRefusal(error) });
      return false;
    } finally {
      running.current = false;
    }
  }
  return { ...state, run };
}

/** The same for a form: what was typed comes by the names of the fields. A form that was sent is emptied with `reset`. */
export function useForm(
  send: (values: Record<string, string>, form: HTMLFormElement) => Promise<unknown>,
  { reset = false } = {},
) {
  const { run, ...state } = useSend(send);
  const sentBy = useRef<HTMLFormElement>(null);
  // Once the fields show what is wrong with them.
  useEffect(() => {
    if (state.refusal) sentBy.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [state.refusal]);
  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = (sentBy.current = event.currentTarget);
    const typed = Object.fromEntries(new FormData(form)) as Record<string, string>;
    if ((await run(typed, form)) && reset) form.reset();
  }
  return { ...state, onSubmit };
}
