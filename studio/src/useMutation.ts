import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react';
import { useRevalidator } from 'react-router';
import { toApiError, type ApiError } from './api/client';

/**
 * Runs a mutation, one at a time. After a success the page's loaders run again; after a failure `error` is the error, and typed
 * values stay.
 */
export function useMutation<Args extends unknown[]>(send: (...args: Args) => Promise<unknown>) {
  const [state, setState] = useState<{ busy: boolean; done: boolean; error?: ApiError }>({
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
    } catch (failure) {
      setState({ busy: false, done: false, error: toApiError(failure) });
      return false;
    } finally {
      running.current = false;
    }
  }
  return { ...state, run };
}

/** After an error, focuses the first invalid field of the page, otherwise what the page says about it, which may be far away. */
export function useErrorFocus(error: ApiError | undefined, focusOutcome: () => void) {
  const focus = useEffectEvent(() => {
    const invalid = document.querySelector<HTMLElement>('[aria-invalid]');
    if (invalid) invalid.focus();
    else focusOutcome();
  });
  useEffect(() => {
    if (error) focus();
  }, [error]);
}

/** Runs a mutation for a form: `send` gets the values by field name. `reset` empties the form after a success. */
export function useForm(
  send: (values: Record<string, string>, form: HTMLFormElement) => Promise<unknown>,
  { reset = false } = {},
) {
  const { run, ...state } = useMutation(send);
  const sentBy = useRef<HTMLFormElement>(null);
  // Focuses the first invalid field, after the errors are rendered.
  useEffect(() => {
    if (state.error) sentBy.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [state.error]);
  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = (sentBy.current = event.currentTarget);
    const typed = Object.fromEntries(new FormData(form)) as Record<string, string>;
    if ((await run(typed, form)) && reset) form.reset();
  }
  return { ...state, onSubmit };
}
