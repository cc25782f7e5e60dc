import type { Rewards } from '../../gw/types';
import { date, number } from '../../i18n/format';
import { useTranslation } from '../../i18n/react';
import { useLang, useShell } from '../../router/page';
import { paths } from '../../router/paths';
import { Pagination } from '../page/Pagination';

/** Every movement of points, newest first, in pages. */
export function PointsLedger({ ledger }: { ledger: Rewards['ledger'] }) {
  const { t } = useTranslation();
  const lang = useLang();
  const { timeZone } = useShell().tenant;
  const { items, total, page, pageSize } = ledger;
  return (
    <>
      {items.length === 0 && <p className="text-muted">{t('account:rewards.noPoints')}</p>}
      <ul className="divide-y divide-line">
        {items.map(({ entryId, at, kind, points, state, orderNo, expiresAt }) => (
          <li key={entryId} className="flex justify-between gap-4 py-2">
            <div>
              <p>{t(`account:rewards.kind.${kind}`)}</p>
              <p className="text-14 text-muted">
                {[
                  date(at, lang, timeZone),
                  orderNo,
                  points > 0 && state !== 'available' && t(`account:rewards.entry.${state}`),
                  expiresAt && t('account:rewards.until', { day: date(expiresAt, lang, timeZone) }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            <span
              className={`shrink-0 font-medium tabular-nums ${points > 0 ? 'text-success' : ''}`}
            >
              {points > 0 ? '+' : ''}
              {number(points, lang)}
            </span>
          </li>
        ))}
      </ul>
      <Pagination
        page={page}
        pages={Math.ceil(total / pageSize)}
        hrefOf={(next) => paths.accountRewards(lang, { page: next === 1 ? undefined : next })}
      />
    </>
  );
}
