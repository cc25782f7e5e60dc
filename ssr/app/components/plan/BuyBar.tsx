import type { Goods } from '../../gw/types';
import { useTranslation } from '../../i18n/react';
import { money } from '../../i18n/format';
import { useBusy, useLang } from '../../router/page';
import { ariaDisabled } from '../form/ariaDisabled';
import { Icon } from '../page/Icon';

/**
 * The buttons to add to the cart and to buy now. On a phone they stick to the bottom of the screen, with name and price.
 * @param dueToday of a monthly plan, in minor units
 */
export function BuyBar({ goods, dueToday }: { goods: Goods; dueToday: number }) {
  const { t } = useTranslation();
  const lang = useLang();
  const press = ariaDisabled(useBusy());
  return (
    <div className="no-print mt-2 flex flex-wrap gap-2 bg-paper max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-30 max-lg:border-t max-lg:border-line max-lg:px-4 max-lg:py-2">
      {/* On a phone in landscape format name, price and buttons are in one row. */}
      <p className="flex min-w-0 basis-full items-baseline justify-between gap-4 text-14 lg:hidden landscape:basis-48 landscape:flex-1 landscape:flex-col landscape:items-start landscape:justify-center landscape:gap-0">
        <span className="min-w-0 wrap-anywhere">{goods.name}</span>
        <span className="shrink-0">
          {goods.contractPeriod && <>{t('detail:due.today')} </>}
          <strong className="text-16">
            {money(goods.contractPeriod ? dueToday : goods.price, goods.currency, lang)}
          </strong>
        </span>
      </p>
      <button
        type="submit"
        name="intent"
        value="cart"
        className="btn btn-secondary flex-1 px-3"
        {...press}
      >
        <Icon name="cart" className="size-5 max-sm:hidden" />
        {t('detail:addToCart')}
      </button>
      <button
        type="submit"
        name="intent"
        value="buyNow"
        className="btn btn-primary flex-1 px-3"
        {...press}
      >
        {t('detail:buyNow')}
      </button>
    </div>
  );
}
