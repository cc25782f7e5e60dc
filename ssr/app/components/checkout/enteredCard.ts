import type { Gw } from '../../gw/client';

/** The card that was entered at the checkout, for the form's action. */
export type EnteredCard = {
  /** Its validation error in the shopper's language; undefined when it is valid, or when nothing was typed. */
  problem(): Promise<string | undefined>;
  /**
   * Pays an order that was placed a moment ago. Resolves to the query with which the payment page looks the payment up,
   * as if the shopper came back from the provider, or to '' when nothing was tried.
   */
  pay(gw: Gw, orderNo: string): Promise<string>;
};

// Module state, because the provider's fields are outside React; a page has one checkout.
let current: EnteredCard | undefined;

export const enteredCard = (): EnteredCard | undefined => current;

/** Makes a card available to the checkout's action until the returned function is called. */
export function setEnteredCard(card: EnteredCard): () => void {
  current = card;
  return () => {
    if (current === card) current = undefined;
  };
}
