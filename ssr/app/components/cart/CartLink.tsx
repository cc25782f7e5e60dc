import { useTranslation } from '../../i18n/react';
import { LocalizedLink } from '../../router/LocalizedLink';
import { useLang } from '../../router/page';
import { paths } from '../../router/paths';
import { CartCount } from '../../state/CartCount';
import { Icon } from '../page/Icon';

/** Cart icon with the number of items, which the session call brings. */
export function CartLink() {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <LocalizedLink
      to={paths.cart(lang)}
      className="relative grid size-11 shrink-0 place-items-center rounded-control text-ink hover:text-primary"
    >
      <Icon name="cart" className="size-6" />
      <span className="sr-only">{t('common:cart')}</span>
      <CartCount className="absolute left-5 -top-1 min-w-5 rounded-full bg-coral px-1 text-center text-[12px] font-semibold leading-5 text-white" />
    </LocalizedLink>
  );
}
