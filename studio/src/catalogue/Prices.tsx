import { useTranslation } from 'react-i18next';
import { call } from '../api/client';
import { Confirm } from '../components/Confirm';
import { Outcome } from '../components/Outcome';
import { Section } from '../components/Section';
import { usePermission } from '../useMember';
import { noteOwn, type OwnRevisions } from '../useBasis';
import { useMutation } from '../useMutation';
import type { PlanAtSite, Plan } from './types';
import { formatAmount, formatSiteTime } from './format';

type Props = { plan: Plan; at: PlanAtSite; own: OwnRevisions };

/** Lists the scheduled prices of a plan at a site; each can be withdrawn before it starts. */
export function ScheduledPrices({ plan, at, own }: Props) {
  const { t } = useTranslation('studio-catalogue');
  const may = usePermission('prices.edit');
  const withdraw = useMutation(async (id: string) => {
    await call(
      'DELETE',
      `/catalogue/${encodeURIComponent(plan.id)}/prices/${id}?site=${encodeURIComponent(at.site.id)}`,
    );
    noteOwn(own, at.revision);
  });
  return (
    <Section title={t('waiting.title')} className="card grid gap-2">
      <Outcome error={withdraw.error} done={withdraw.done && t('waiting.withdrawn')} />
      {at.waiting.length === 0 && <p className="text-muted">{t('waiting.none')}</p>}
      <ul className="divide-y divide-line">
        {at.waiting.map(({ id, price, currency, startsAt, author }) => (
          <li key={id} className="grid gap-1 py-2">
            <p>
              <span className="font-medium tabular-nums">{formatAmount(price, currency)}</span> ·{' '}
              <time dateTime={startsAt}>{formatSiteTime(startsAt, at.zone)}</time>
            </p>
            <p className="text-14 text-muted wrap-anywhere">{t('waiting.by', { author })}</p>
            {may && (
              <p>
                <Confirm
                  label={t('waiting.withdraw')}
                  name={t('waiting.withdrawOf', { at: formatSiteTime(startsAt, at.zone) })}
                  question={t('waiting.question', {
                    price: formatAmount(price, currency),
                    at: formatSiteTime(startsAt, at.zone),
                  })}
                  busy={withdraw.busy}
                  onConfirm={() => void withdraw.run(id)}
                />
              </p>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Lists past price changes with their authors. */
export function PriceHistory({ at }: { at: PlanAtSite }) {
  const { t } = useTranslation('studio-catalogue');
  return (
    <Section title={t('past.title')} className="card grid gap-2">
      {at.past.length === 0 && <p className="text-muted">{t('past.none')}</p>}
      <ol className="divide-y divide-line">
        {at.past.map((one) => (
          <li key={one.id} className="py-2">
            <p>
              {one.was !== null && one.state === 'applied'
                ? t('past.changed', {
                    from: formatAmount(one.was, one.currency),
                    to: formatAmount(one.price, one.currency),
                  })
                : t(`past.${one.state}`, {
                    price: formatAmount(one.price, one.currency),
                    by: one.endedBy,
                  })}
            </p>
            {one.why && <p className="text-14 text-danger">{one.why}</p>}
            <p className="text-14 text-muted wrap-anywhere">
              <time dateTime={one.startsAt}>{formatSiteTime(one.startsAt, at.zone)}</time> ·{' '}
              {one.author}
            </p>
          </li>
        ))}
      </ol>
    </Section>
  );
}
