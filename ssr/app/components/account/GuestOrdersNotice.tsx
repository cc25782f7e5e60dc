import type { GuestOrders } from '../../gw/types';
import { useTranslation } from '../../i18n/react';
import { TextLink } from '../../router/LocalizedLink';
import { useLang } from '../../router/page';
import { paths } from '../../router/paths';
import { Alert } from '../page/Alert';

/** Says that My orders offers to take what was ordered as a guest into the account, until the customer dismisses that offer. */
export function GuestOrdersNotice({ offer }: { offer?: GuestOrders }) {
  const { t } = useTranslation();
  const orders = paths.accountOrders(useLang());
  if (!offer || offer.later) return null;
  return (
    <Alert kind="info" title={t('account:claim.title', { count: offer.items.length })}>
      <TextLink to={orders} className="text-inherit">
        {t('account:claim.see')}
      </TextLink>
    </Alert>
  );
}
