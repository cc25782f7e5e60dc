import { useTranslation } from 'react-i18next';
import { formatAmount, formatSiteTime } from '../catalogue/format';
import type { Code, Group } from './types';

/** Describes a code in words: discount, scope, period and limits. */
export function Facts({ code, groups }: { code: Code; groups: Group[] }) {
  const { t } = useTranslation('studio-promos');
  const { kind, value, minSubtotal, currency, zone, group, startsAt, endsAt } = code;
  const off = kind === 'percent' ? `${value}%` : formatAmount(value, currency);
  const name = groups.find((one) => one.code === group)?.name ?? group;
  const from = startsAt && formatSiteTime(startsAt, zone);
  const to = endsAt && formatSiteTime(endsAt, zone);
  return (
    <div className="min-w-0 text-14">
      <p className="text-16 font-medium">
        {t(group ? 'facts.offGroup' : 'facts.off', { off, group: name })}
      </p>
      {minSubtotal > 0 && <p>{t('facts.min', { min: formatAmount(minSubtotal, currency) })}</p>}
      {from && <p>{t('facts.from', { at: from })}</p>}
      {to && <p>{t('facts.to', { at: to })}</p>}
      {code.grantOn && <p>{t(`grant.${code.grantOn}`)}</p>}
      <p className="text-muted">
        {code.maxUses === null
          ? t('facts.used', { count: code.used })
          : t('facts.usedOf', { used: code.used, max: code.maxUses })}
      </p>
    </div>
  );
}
