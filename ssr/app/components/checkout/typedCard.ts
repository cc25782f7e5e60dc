import type { Gw } from '../../gw/client';

/** The card that is typed at the checkout, as the form's action sees it. */
export type TypedCard = {
  /** What is wrong with it, in the shopper's language; undefined when it can be charged, or when nothing was typed. */
  problem(): Promise<string | undefined>;
  /**
   * Pays an order that was placed a moment ago. Resolves to the query with which the payment page looks the payment up,
   * as if the shopper came back from the provider, or to '' when nothing was tried.
   */
  pay(gw: Gw, orderNo: string): Promise<string>;
};

// The provider's fields live outside React; a page has one checkout.
let current: TypedCard | undefined;

export const typedCard = (): TypedCard | undefined => current;

/** Offers a card to the checkout's action until the returned function is called. */
export function offerCard(card: TypedCard): () => void {
  current = card;
  return () => {
    if (current === card) current = undefined;
  };
}
