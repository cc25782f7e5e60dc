import { useTranslation } from '../../i18n/react';
import type { Goods } from '../../gw/types';

const BADGE = 'rounded-full px-2.5 py-0.5 text-14 font-medium';

/** Network, SIM types and voice as chips. */
export function PlanBadges({ goods }: { goods: Goods }) {
  const { t } = useTranslation();
  return (
    <ul className="flex flex-wrap gap-1.5" aria-label={t('plan:badges')}>
      <li className={`${BADGE} bg-primary-soft text-primary-strong`}>{goods.networkType}</li>
      {goods.simTypes.map((type) => (
        <li key={type} className={`${BADGE} bg-mist`}>
          {t(`plan:simType.${type}`)}
        </li>
      ))}
      {(goods.voice.unlimited || goods.voice.minutes > 0) && (
        <li className={`${BADGE} bg-mist`}>{t('plan:badge.voice')}</li>
      )}
      {goods.realName.length > 0 && (
        <li className={`${BADGE} bg-mist text-warning`}>{t('plan:badge.realName')}</li>
      )}
    </ul>
  );
}
