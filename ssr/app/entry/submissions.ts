import type { TFunction } from 'i18next';
import type { Side } from '../router/routes';
import { clearRetry, offerRetry } from './retry';

/** How long a form's submission may take to become a request, in milliseconds; later it is another one's. */
const SAME_MS = 500;

/**
 * Offers to send again what could not be sent. A form that is still there sends what it holds then; what came from
 * anywhere else is sent as it was.
 * @param resend sends these fields to a page
 */
export function trackSubmissions(
  t: TFunction,
  resend: (path: string, form: FormData) => void,
): NonNullable<Side['submitting']> {
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
      latest && performance.now() - latest.event.timeStamp < SAME_MS ? latest : undefined;
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
