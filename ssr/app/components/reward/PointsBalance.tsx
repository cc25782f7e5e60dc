import type { Rewards } from '../../gw/types';
import { date, minorDigits, money, number } from '../../i18n/format';
import { useTranslation } from '../../i18n/react';
import { useLang, useShell } from '../../router/page';

/** The available and pending points, and their value. */
export function PointsBalance({ rewards }: { rewards: Rewards }) {
  const { t } = useTranslation();
  const lang = useLang();
  const { timeZone, currency: own } = useShell().tenant;
  const { points, pending, worth = 0, currency = own, expiring, rules } = rewards;
  return (
    <div className="grid gap-2">
      <dl className="grid gap-4 sm:grid-cols-2">
        <div className="rounded-control bg-primary-soft p-4">
          <dt className="text-14 text-primary-strong">{t('account:rewards.points')}</dt>
          <dd className="text-32 font-semibold tabular-nums text-primary-strong">
            {number(points, lang)}
          </dd>
          <dd className="text-14 text-primary-strong">
            {t('account:rewards.worth', { amount: money(worth, currency, lang) })}
          </dd>
        </div>
        <div className="rounded-control border border-line bg-paper p-4">
          <dt className="text-14 text-muted">{t('account:rewards.pending')}</dt>
          <dd className="text-32 font-semibold tabular-nums">{number(pending, lang)}</dd>
          <dd className="text-14 text-muted">{t('account:rewards.pendingHint')}</dd>
        </div>
      </dl>
      {expiring && (
        <p className="text-14 font-medium text-warning">
          {t('account:rewards.expiring', {
            count: expiring.points,
            points: number(expiring.points, lang),
            day: date(expiring.at, lang, timeZone),
          })}
        </p>
      )}
      {rules && (
        <p className="text-14 text-muted">
          {t('account:rewards.rules', {
            earned: rules.earnedPerUnit,
            spent: rules.pointsPerUnit,
            unit: money(10 ** minorDigits(currency), currency, lang),
            pending: rules.pendingDays,
            days: rules.pointDays,
          })}
        </p>
      )}
    </div>
  );
}
