import type { Rewards } from '../gw/types';
import { date, money, number } from '../i18n/format';
import { useTranslation } from '../i18n/react';
import { useLang, usePage, useShell } from '../router/page';
import { AccountPart } from './AccountPart';
import { Alert } from './Alert';
import { CopyField } from './CopyField';
import { PointsLedger } from './PointsLedger';
import { PromoWallet } from './PromoWallet';

/** Points, the code for friends, and the promo codes that can be used. */
export function AccountRewards() {
  const { t } = useTranslation();
  const { rewards } = usePage<'account'>().data;
  return (
    <AccountPart id="rewards" title={t('account:rewards.title')}>
      {rewards ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <Balance rewards={rewards} />
          <Friends rewards={rewards} />
          <PromoWallet promos={rewards.wallet ?? []} />
          <PointsLedger ledger={rewards.ledger} />
        </div>
      ) : (
        <Alert kind="warning">{t('account:rewards.unavailable')}</Alert>
      )}
    </AccountPart>
  );
}

function Balance({ rewards }: { rewards: Rewards }) {
  const { t } = useTranslation();
  const lang = useLang();
  const { timeZone, currency: own } = useShell().tenant;
  const { points, pending, worth = 0, currency = own, expiring, rules } = rewards;
  return (
    <div className="grid gap-2">
      <dl className="grid gap-4 sm:grid-cols-2">
        <div className="rounded-control bg-primary-soft p-4">
          <dt className="text-14 text-primary-strong">{t('account:rewards.points')}</dt>
          <dd className="text-32 font-bold tabular-nums text-primary-strong">
            {number(points, lang)}
          </dd>
          <dd className="text-14 text-primary-strong">
            {t('account:rewards.worth', { amount: money(worth, currency, lang) })}
          </dd>
        </div>
        <div className="rounded-control bg-mist p-4">
          <dt className="text-14 text-muted">{t('account:rewards.pending')}</dt>
          <dd className="text-32 font-bold tabular-nums">{number(pending, lang)}</dd>
          <dd className="text-14 text-muted">{t('account:rewards.pendingHint')}</dd>
        </div>
      </dl>
      {expiring && (
        <p className="text-14 font-medium text-warning">
          {t('account:rewards.expiring', {
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
            pending: rules.pendingDays,
            days: rules.pointDays,
          })}
        </p>
      )}
    </div>
  );
}

function Friends({ rewards }: { rewards: Rewards }) {
  const { t } = useTranslation();
  const lang = useLang();
  const { timeZone, currency: own } = useShell().tenant;
  const { referralCode, referralUrl, referrals, rules, currency = own } = rewards;
  return (
    <div className="grid gap-3 border-t border-line pt-4">
      <h3 className="font-semibold">{t('account:rewards.friends')}</h3>
      {rules && (
        <p className="text-muted">
          {t('account:rewards.friendsHow', {
            discount: money(rules.referralDiscount, currency, lang),
            minimum: money(rules.referralMinSubtotal, currency, lang),
            points: number(rules.referrerPoints, lang),
            friend: number(rules.friendPoints, lang),
          })}
        </p>
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <CopyField label={t('account:rewards.code')} value={referralCode} />
        {referralUrl && <CopyField label={t('account:rewards.link')} value={referralUrl} />}
      </div>
      {referrals.length > 0 && (
        <ul className="divide-y divide-line">
          {referrals.map(({ at, state, points }) => (
            <li key={at} className="flex flex-wrap justify-between gap-2 py-2">
              <span>
                {t('account:rewards.friend', { day: date(at, lang, timeZone) })}{' '}
                <span className="text-14 text-muted">{t(`account:rewards.state.${state}`)}</span>
              </span>
              <span className="font-medium tabular-nums">{number(points, lang)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
