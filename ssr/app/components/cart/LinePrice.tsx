import type { CartItem } from '../../gw/types';
import { money } from '../../i18n/format';
import { useTranslation } from '../../i18n/react';
import { useLang } from '../../router/page';

/** What a line costs, and what that is made of. */
export function LinePrice({ item, currency }: { item: CartItem; currency: string }) {
  const { t } = useTranslation();
  const lang = useLang();
  const price = (amount: number) => money(amount, currency, lang);
  const { lineTotal, numberFee, deposit, quantity, unitPrice } = item;
  const parts = [
    numberFee ? t('cart:numberFee', { fee: price(numberFee) }) : '',
    deposit === undefined ? '' : t('cart:deposit', { amount: price(deposit) }),
    quantity > 1 ? t('cart:each', { price: price(unitPrice) }) : '',
  ];
  return (
    <p className="text-right sm:row-span-2">
      <span className="font-semibold">{price(lineTotal)}</span>
      {parts.filter(Boolean).map((part) => (
        <span key={part} className="block text-14 text-muted">
          {part}
        </span>
      ))}
    </p>
  );
}
