import { useTranslation } from '../../i18n/react';
import type { Order } from '../../gw/types';
import { date } from '../../i18n/format';
import { TextLink } from '../../router/LocalizedLink';
import { useLang, useShell } from '../../router/page';
import { paths } from '../../router/paths';
import { CopyField } from '../page/CopyField';
import { OrderSection } from './OrderSection';

type Props = {
  orderNo: string;
  info: NonNullable<Order['shippingInfo']>;
  /** No parcel will come any more. */
  ended: boolean;
};

/** Where a parcel goes, how, and once it is sent its number, with the page of its carrier where that has one. */
export function ShippingBlock({ orderNo, info, ended }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const { timeZone } = useShell().tenant;
  const day = (iso: string) => date(iso, lang, timeZone);
  const { address, countryName, method, trackingNumber, trackingUrl } = info;
  const place = [address.city, address.state, address.zipCode].filter(Boolean).join(' ');
  const lines = [
    info.fullName,
    address.addressLine1,
    address.addressLine2,
    place,
    countryName ?? address.country,
    address.phone,
  ];
  return (
    <OrderSection id="shipping" title={t('order:shipping.title')}>
      <address className="not-italic wrap-anywhere">
        {lines.filter(Boolean).map((line, i) => (
          <span key={i} className="block">
            {line}
          </span>
        ))}
      </address>
      <p className="mt-3 text-muted">{t('order:shipping.method', { method })}</p>
      {info.arrivesFrom && info.arrivesBy && (
        <>
          <p className="mt-1">
            {t('order:shipping.arrives', { from: day(info.arrivesFrom), by: day(info.arrivesBy) })}
          </p>
          <TextLink to={paths.listing(lang, { simType: 'esim' })} className="no-print flex">
            {t('order:shipping.leave')}
          </TextLink>
        </>
      )}
      {trackingNumber ? (
        <div className="mt-3">
          <CopyField label={t('order:shipping.tracking')} value={trackingNumber} />
          {trackingUrl && (
            <a href={trackingUrl} target="_blank" rel="noreferrer" className="no-print link-alone">
              {t('order:shipping.follow')}
              <span className="sr-only">{t('common:newTab')}</span>
            </a>
          )}
          <TextLink to={paths.orderSims(lang, orderNo)} className="no-print flex">
            {t('order:sims')}
          </TextLink>
        </div>
      ) : (
        !ended && <p className="mt-1 text-14 text-muted">{t('order:shipping.noTracking')}</p>
      )}
    </OrderSection>
  );
}
