import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { AddressLines } from '../../../ssr/app/components/account/AddressLines';
import { formatSiteTime } from '../catalogue/format';
import { Section } from '../components/Section';
import { usePermission } from '../useMember';
import type { Order } from './types';
import { holdReason } from './labels';

/** The order's data: when it was placed, the buyer, the delivery address, and why it is held or cancelled. */
export function Facts({ order }: { order: Order }) {
  const { t } = useTranslation('studio-orders');
  const maySee = usePermission('customers.read');
  const { address, country, name, email, phone, hold, status, cancelReason, zone } = order;
  return (
    <Section title={t('facts.title')}>
      {hold && (
        <p className="mt-3 wrap-anywhere text-warning">
          {t('held', { reason: holdReason(hold, t) })}
        </p>
      )}
      <dl className="mt-3 grid gap-3 sm:grid-cols-2">
        <Fact name={t('facts.placed', { site: order.site.name })}>
          {formatSiteTime(order.placedAt, zone)}
        </Fact>
        {status === 'waiting_payment' && (
          <Fact name={t('facts.payBefore')}>{formatSiteTime(order.payBefore, zone)}</Fact>
        )}
        {cancelReason && (
          <Fact name={t('facts.cancelled')}>{t(`cancelReasons.${cancelReason}`)}</Fact>
        )}
        <Fact name={t('facts.buyer')}>
          {name || t('facts.erased')}
          {email && (
            <a className="link-alone block" href={`mailto:${email}`}>
              {email}
            </a>
          )}
          {phone && <span className="block">{phone}</span>}
          <span className="block text-14 text-muted">
            {t(order.customer ? 'facts.member' : 'facts.guest')} ·{' '}
            {t(`facts.languages.${order.locale}`)}
          </span>
          {order.customer && maySee && (
            <Link className="link-alone" to={`/customers/${order.site.id}/${order.customer}`}>
              {t('facts.customer', { id: order.customer })}
            </Link>
          )}
        </Fact>
        {address && (
          <Fact name={t('facts.address')}>
            <AddressLines
              address={address}
              countries={[{ code: address.country, name: country }]}
            />
          </Fact>
        )}
        {order.method && <Fact name={t('facts.method')}>{order.method}</Fact>}
        {order.tracking && <Fact name={t('parcel.tracking')}>{order.tracking}</Fact>}
      </dl>
    </Section>
  );
}

/** A term and its value in a `dl`. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-14 text-muted">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
