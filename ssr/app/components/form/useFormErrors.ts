import { useActionErrors, type ActionErrors } from '../../router/page';

/** Names the form of the page that a response is about. */
export type FormExtra = { form?: string };

/**
 * Errors and typed values of one form of a page with several: those of the last answer when it was about this form,
 * else none.
 */
export function useFormErrors<Extra extends object = object>(
  form: string,
): ActionErrors<Extra & FormExtra> {
  const errors = useActionErrors<Extra & FormExtra>();
  return errors.extra.form === form ? errors : { ...errors, ...NO_ERRORS, extra: {} };
}

const NO_ERRORS = {
  failed: false,
  code: undefined,
  message: undefined,
  fields: {},
  field: () => undefined,
  value: (_name: string, fallback = '') => fallback,
  input: (name: string, fallback = '') => ({ name, defaultValue: fallback, error: undefined }),
  outcome: undefined,
};
