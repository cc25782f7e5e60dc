import { useEffect, useRef } from 'react';
import type { StripeElements } from '@stripe/stripe-js';
import { openStripe } from '../../gw/stripe';
import { useLang } from '../../router/page';
import { openCardFields } from './cardFields';
import { setEnteredCard } from './enteredCard';

type Props = {
  stripeJs: string;
  pk: string;
  /** Minor units of the currency. */
  amount: number;
  currency: string;
  /** Called with whether the typed card is complete and valid. */
  onComplete: (complete: boolean) => void;
};

/**
 * The provider's card fields on the checkout. They are optional: without a card, or when the provider's script
 * cannot be loaded, the order is paid on its payment page.
 */
export default function CardEntry({ stripeJs, pk, amount, currency, onComplete }: Props) {
  const lang = useLang();
  const place = useRef<HTMLDivElement>(null);
  const elements = useRef<StripeElements>(null);
  const price = useRef({ amount, currency });

  useEffect(() => {
    price.current = { amount, currency };
    elements.current?.update({ amount, currency: currency.toLowerCase() });
  }, [amount, currency]);

  useEffect(() => {
    let unmounted = false;
    let close = () => {};
    const start = async () => {
      const stripe = await openStripe(stripeJs, pk);
      if (unmounted || !place.current) return;
      const entry = openCardFields(stripe, price.current, lang, place.current, onComplete);
      elements.current = entry.elements;
      const withdraw = setEnteredCard(entry.card);
      close = () => {
        withdraw();
        entry.destroy();
        elements.current = null;
      };
    };
    start().catch(() => undefined);
    return () => {
      unmounted = true;
      close();
      onComplete(false);
    };
  }, [stripeJs, pk, lang, onComplete]);

  // The provider fills the inner element; React must not draw into it.
  return <div ref={place} className="mt-3" />;
}
