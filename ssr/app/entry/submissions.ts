import type { TFunction } from 'i18next';
import type { RoutePlatform } from '../router/routes';
import { clearRetry, offerRetry } from './retry';

/** How long after a submit event a request may belong to it, in milliseconds. */
const SUBMIT_EVENT_MAX_AGE_MS = 500;

/**
 * Offers to resend a submission that failed. A form that is still in the document submits its current values; any other submission
 * is sent with its old values.
 * @param resend posts these fields to a page
 */
export function trackSubmissions(
  t: TFunction,
  resend: (path: string, form: FormData) => void,
): NonNullable<RoutePlatform['onSubmit']> {
  let latest: { event: SubmitEvent; form: HTMLFormElement } | undefined;
  document.addEventListener(
    'submit',
    (event) => {
      latest = { event, form: event.target as HTMLFormElement };
    },
    true,
  );
  return (url) => {
    const sent =
      latest && performance.now() - latest.event.timeStamp < SUBMIT_EVENT_MAX_AGE_MS
        ? latest
        : undefined;
    latest = undefined;
    const safe = !navigator.onLine;
    return (outcome, fields) => {
      if (outcome instanceof Response || outcome.ok || outcome.code !== 'unavailable')
        return clearRetry();
      const retry = () => {
        const button = sent?.event.submitter;
        if (sent?.form.isConnected) sent.form.requestSubmit(button?.isConnected ? button : null);
        else resend(`${url.pathname}${url.search}`, fields);
      };
      offerRetry(t, { what: 'send', retry, safe });
    };
  };
}
