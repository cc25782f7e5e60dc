import type { Stripe, StripeElements } from '@stripe/stripe-js';
import type { Gw } from '../../gw/client';
import type { Lang } from '../../i18n/lang';
import type { EnteredCard } from './enteredCard';

type Price = { amount: number; currency: string };

/** Mounts the provider's card fields before there is an order; the payment is made when the order has been placed. */
export function openCardFields(
  stripe: Stripe,
  { amount, currency }: Price,
  lang: Lang,
  place: HTMLElement,
  onComplete: (complete: boolean) => void,
) {
  const elements = stripe.elements({
    mode: 'payment',
    amount,
    currency: currency.toLowerCase(),
    locale: lang,
    allowedPaymentMethodTypes: ['card'],
  });
  const element = elements.create('payment');
  // False until something is typed: an order without a card is paid on its own page.
  let touched = false;
  element.on('change', ({ complete, empty }) => {
    touched = !empty;
    onComplete(complete);
  });
  element.mount(place);
  const card: EnteredCard = {
    problem: async () => {
      if (!touched) return undefined;
      const { error } = await elements.submit();
      return error && (error.message ?? '');
    },
    pay: (gw, orderNo) => (touched ? pay(stripe, elements, gw, orderNo) : Promise.resolve('')),
  };
  return { card, elements, destroy: () => element.destroy() };
}

async function pay(
  stripe: Stripe,
  elements: StripeElements,
  gw: Gw,
  orderNo: string,
): Promise<string> {
  const created = await gw.post(
    '/cq-ordercharge/payment/us/create',
    { orderNo },
    { loading: false },
  );
  if (!created.ok || !created.data.clientSecret) return '';
  const { clientSecret, returnUrl } = created.data;
  // Without a response the outcome is pending: the payment page queries the provider before it offers another attempt.
  const intent = await stripe
    .confirmPayment({
      elements,
      clientSecret,
      confirmParams: { return_url: returnUrl },
      redirect: 'if_required',
    })
    .then(
      ({ paymentIntent, error }) => paymentIntent ?? error?.payment_intent,
      () => undefined,
    );
  const back = { payment_intent: clientSecret.split('_secret_')[0]!, redirect_status: 'pending' };
  if (intent) back.redirect_status = ACCEPTED.has(intent.status) ? 'succeeded' : 'failed';
  return `?${new URLSearchParams(back).toString()}`;
}

const ACCEPTED = new Set(['succeeded', 'processing']);
