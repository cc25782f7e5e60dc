import { useTranslation } from '../../i18n/react';
import { TextLink } from '../../router/LocalizedLink';
import { useLang } from '../../router/page';
import { paths } from '../../router/paths';

/** Orders to pay or to cancel before there can be another; they open in a new tab so that nothing typed is lost. */
export function UnpaidOrders({ orderNos }: { orderNos: string[] }) {
  const { t } = useTranslation();
  const lang = useLang();
  if (orderNos.length === 0) return null;
  return (
    <nav aria-labelledby="unpaid" className="card-flush p-4">
      <p id="unpaid">{t('checkout:unpaid')}</p>
      <ul className="mt-1 list-disc pl-5">
        {orderNos.map((orderNo) => (
          <li key={orderNo}>
            <TextLink inline to={paths.orderDetail(lang, orderNo)} target="_blank">
              {orderNo}
              <span className="sr-only">{t('common:newTab')}</span>
            </TextLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
