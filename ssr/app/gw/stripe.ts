import type { Stripe } from '@stripe/stripe-js';

/**
 * The payment provider's object for a publishable key. Stripe's script and the sandbox's are loaded in the same way: a script
 * element that stays, and a function `Stripe` that the script defines.
 * @param scriptUrl from the payment page's data
 * @throws Error when the script cannot be loaded
 */
export async function openStripe(scriptUrl: string, pk: string): Promise<Stripe> {
  await addScript(scriptUrl);
  if (!window.Stripe) throw new Error('the payment script did not start');
  return window.Stripe(pk);
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
