import { AccountFrame } from '../components/account/AccountFrame';
import { AccountSection } from '../components/account/AccountSection';
import { PointsBalance } from '../components/reward/PointsBalance';
import { PointsLedger } from '../components/reward/PointsLedger';
import { PromoWallet } from '../components/reward/PromoWallet';
import { ReferralSection } from '../components/reward/ReferralSection';
import { useTranslation } from '../i18n/react';
import type { PageHandle, PageProps } from '../router/module';

export const handle: PageHandle = { i18n: ['account', 'order'] };

/** Points, the code for friends, and the promo codes that can be used. */
export function Component({ page }: PageProps<'account_rewards'>) {
  const { t } = useTranslation();
  const { rewards } = page.data;
  return (
    <AccountFrame section="rewards" title={t('account:rewards.title')}>
      <PointsBalance rewards={rewards} />
      <AccountSection id="friends" title={t('account:rewards.friends')}>
        <ReferralSection rewards={rewards} />
      </AccountSection>
      <AccountSection id="wallet" title={t('account:rewards.wallet')}>
        <PromoWallet promos={rewards.wallet ?? []} />
      </AccountSection>
      <AccountSection id="ledger" title={t('account:rewards.ledger')}>
        <PointsLedger ledger={rewards.ledger} />
      </AccountSection>
    </AccountFrame>
  );
}
