import type { Cart } from '../../gw/types';
import { money } from '../../i18n/format';
import { useTranslation } from '../../i18n/react';
import { TextLink } from '../../router/LocalizedLink';
import { useLang } from '../../router/page';
import { paths } from '../../router/paths';
import { CART_FORM } from './cartForm';

/** What the selected lines cost, and the way to the checkout. */
export function CartSummary({ cart }: { cart: Cart }) {
  const { t } = useTranslation();
  const lang = useLang();
  const { subtotal, deposit, selectedCount } = cart;
  const price = (amount: number) => money(amount, cart.currency, lang);
  return (
    <section aria-labelledby="summary" className="card sticky-top">
      <h2 id="summary" className="text-20 font-semibold">
        {t('cart:summary')}
      </h2>
      <dl className="mt-3 grid gap-1" aria-live="polite">
        <Amount label={t('cart:subtotal', { count: selectedCount })} large={!deposit}>
          {price(subtotal)}
        </Amount>
        {deposit !== undefined && (
          <>
            <Amount label={t('cart:deposits')}>{price(deposit)}</Amount>
            <Amount label={t('cart:total')} large>
              {price(subtotal + deposit)}
            </Amount>
          </>
        )}
      </dl>
      <p className="mt-1 text-14 text-muted">{t('cart:later')}</p>
      {selectedCount > 0 ? (
        <button
          type="submit"
          form={CART_FORM}
          name="intent"
          value="checkout"
          className="btn btn-primary mt-4 w-full"
        >
          {t('cart:checkout')}
        </button>
      ) : (
        <p className="mt-4 rounded-control bg-mist px-4 py-3 text-center text-muted">
          {t('cart:selectSomething')}
        </p>
      )}
      <TextLink to={paths.listing(lang)} className="mt-2 flex justify-center">
        {t('cart:goOn')}
      </TextLink>
    </section>
  );
}

type AmountProps = { label: string; large?: boolean; children: string };

function Amount({ label, large, children }: AmountProps) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt>{label}</dt>
      <dd className={large ? 'text-24 font-semibold' : 'tabular-nums'}>{children}</dd>
    </div>
  );
}
