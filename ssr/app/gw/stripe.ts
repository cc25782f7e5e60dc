import { loadStripe } from '@stripe/stripe-js/pure';
import type { Stripe } from '@stripe/stripe-js';

const STRIPE_ORIGIN = 'https://js.stripe.com';

/**
 * The payment provider's object for a publishable key. The real script is loaded by Stripe's own loader;
 * any other URL (the sandbox's) is loaded first and then found by the same loader, so that the payment
 * page has one code path.
 * @param scriptUrl from the payment page's data
 * @throws Error when the script cannot be loaded
 */
export async function openStripe(scriptUrl: string, pk: string): Promise<Stripe> {
  if (!scriptUrl.startsWith(STRIPE_ORIGIN)) await addScript(scriptUrl);
  const stripe = await loadStripe(pk);
  if (!stripe) throw new Error('the payment script did not start');
  return stripe;
}

function addScript(src: string): Promise<void> {
  const present = document.querySelector<HTMLScriptElement>('script[data-payment-script]');
  if (present && 'Stripe' in window) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const script = present ?? document.createElement('script');
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove(); // so that another try loads it again
      reject(new Error(`cannot load ${src}`));
    });
    if (present) return;
    script.src = src;
    script.toggleAttribute('data-payment-script', true);
    document.head.append(script);
  });
}
