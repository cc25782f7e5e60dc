import type { WalletPromo } from '../../gw/types';
import { date, money } from '../../i18n/format';
import { useTranslation } from '../../i18n/react';
import { useLang, useShell } from '../../router/page';

/** Promo codes with what they take off, their conditions, and why one cannot be used. */
export function PromoWallet({ promos }: { promos: readonly WalletPromo[] }) {
  const { t } = useTranslation();
  return (
    <>
      {promos.length === 0 && <p className="text-muted">{t('account:rewards.noPromos')}</p>}
      <ul className="grid gap-3 sm:grid-cols-2">
        {promos.map((promo) => (
          <Promo key={promo.code} promo={promo} />
        ))}
      </ul>
    </>
  );
}

function Promo({ promo }: { promo: WalletPromo }) {
  const { t } = useTranslation();
  const lang = useLang();
  const { currency, timeZone } = useShell().tenant;
  const { code, kind, value, minSubtotal, groupName, endsAt, usable, message } = promo;
  const amount = kind === 'percent' ? `${value}%` : money(value, currency, lang);
  return (
    <li className="rounded-control border border-primary dashed p-3">
      <p className="flex flex-wrap justify-between gap-2 font-semibold">
        <code>{code}</code>
        <span className="text-primary-strong">{t('account:rewards.off', { amount })}</span>
      </p>
      <p className="text-14 text-muted">
        {[
          minSubtotal > 0 &&
            t('account:rewards.from', { amount: money(minSubtotal, currency, lang) }),
          groupName,
          endsAt && t('account:rewards.until', { day: date(endsAt, lang, timeZone) }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {!usable && message && <p className="text-14 text-warning">{message}</p>}
    </li>
  );
}
