import type { Rewards } from '../../gw/types';
import { date, money, number } from '../../i18n/format';
import { useTranslation } from '../../i18n/react';
import { useLang, useShell } from '../../router/page';
import { CopyField } from '../page/CopyField';

/** The referral code and link, the reward for both sides, and the referrals so far. */
export function ReferralSection({ rewards }: { rewards: Rewards }) {
  const { t } = useTranslation();
  const lang = useLang();
  const { timeZone, currency: own } = useShell().tenant;
  const { referralCode, referralUrl, referrals, rules, currency = own } = rewards;
  return (
    <div className="grid gap-3">
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
