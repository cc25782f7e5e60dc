import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from '../../i18n/react';
import { useRevalidator } from 'react-router';
import { useGw, useLang } from '../../router/page';
import { Alert } from '../page/Alert';
import { ariaDisabled } from '../form/ariaDisabled';

type Props = {
  orderNo: string;
  stripeJs: string;
  pk: string;
  label: string;
  /** Called when the provider has accepted the card; the webhook comes a moment later. */
  onPaid: () => void;
};
type Ready = { stripe: Stripe; elements: StripeElements; clientSecret: string; returnUrl: string };

/** The provider's card fields in our page. The card never passes through the shop. */
export function CardForm({ orderNo, stripeJs, pk, label, onPaid }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const gw = useGw();
  const { revalidate } = useRevalidator();
  const place = useRef<HTMLDivElement>(null);
  const [ready, setReady] = useState<Ready>();
  const [paying, setPaying] = useState(false);
  const [message, setMessage] = useState<string>();
  const [round, setRound] = useState(0);

  useEffect(() => {
    let unmounted = false;
    let unmount: (() => void) | undefined;
    setMessage(undefined);
    const start = async () => {
      const [created, { openStripe }] = await Promise.all([
        gw.post('/cq-ordercharge/payment/us/create', { orderNo }, { loading: false }),
        import('../../gw/stripe'),
      ]);
      if (unmounted) return;
      if (!created.ok) {
        setMessage(created.message || t('common:unavailable'));
        if (NOTHING_TO_PAY.has(created.code)) void revalidate();
        return;
      }
      const { clientSecret, returnUrl } = created.data;
      // An attempt that is under way already has nothing to fill in.
      if (!clientSecret) return void revalidate();
      const stripe = await openStripe(stripeJs, pk);
      if (unmounted || !place.current) return;
      const elements = stripe.elements({ clientSecret, locale: lang });
      const element = elements.create('payment');
      element.mount(place.current);
      unmount = () => element.destroy();
      setReady({ stripe, elements, clientSecret, returnUrl });
    };
    start().catch(() => {
      if (!unmounted) setMessage(t('payment:card.notLoaded'));
    });
    return () => {
      unmounted = true;
      unmount?.();
      setReady(undefined);
    };
    // Texts and the revalidator change with every render; the attempt does not.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [gw, orderNo, stripeJs, pk, lang, round]);

  const pay = async (event: FormEvent) => {
    event.preventDefault();
    if (!ready || paying) return;
    setPaying(true);
    setMessage(undefined);
    try {
      const { stripe, elements, returnUrl } = ready;
      const result = await stripe.confirmPayment({
        elements,
        confirmParams: { return_url: returnUrl },
        redirect: 'if_required',
      });
      const taken = result.paymentIntent ?? result.error.payment_intent;
      const over = taken?.status === 'succeeded' || taken?.status === 'processing';
      if (over) onPaid();
      else if (result.error) setMessage(declineText(result.error));
      // Paid here, or paid or cancelled in another tab: the page is read again.
      if (over || result.error?.code === 'payment_intent_unexpected_state') await revalidate();
    } catch {
      setMessage(t('common:unavailable'));
    } finally {
      setPaying(false);
    }
  };

  // The provider's own message is in the language the elements were opened with; its codes are ours too.
  const declineText = ({ code, decline_code, message: theirs }: DeclineReason) =>
    t([`payment:decline.${decline_code}`, `payment:decline.${code}`], {
      defaultValue: theirs ?? t('payment:decline.other'),
    });

  return (
    <form onSubmit={(event) => void pay(event)} className="scriptless:hidden no-js:invisible">
      {/* The provider fills the inner element; React must not draw into it. */}
      <div className="min-h-[240px]" aria-busy={!ready}>
        {!ready && !message && <p className="text-muted">{t('payment:card.loading')}</p>}
        <div ref={place} />
      </div>
      {message && (
        <div className="mt-4">
          <Alert kind="danger" live>
            <p>{message}</p>
          </Alert>
        </div>
      )}
      {ready || !message ? (
        <button
          type="submit"
          className="btn btn-primary mt-4 w-full"
          {...ariaDisabled(!ready || paying)}
        >
          {paying ? t('payment:card.paying') : label}
        </button>
      ) : (
        <button
          type="button"
          className="btn btn-secondary mt-4 w-full"
          onClick={() => setRound(round + 1)}
        >
          {t('payment:card.again')}
        </button>
      )}
    </form>
  );
}

// Error codes of an order that cannot be paid any more, for example because it was paid in another tab: the page is read again.
const NOTHING_TO_PAY = new Set([
  'already_paid',
  'payment_processing',
  'payment_review',
  'order_expired',
]);

type DeclineReason = { code?: string; decline_code?: string; message?: string };
