import { useTranslation } from 'react-i18next';
import { call } from '../api/client';
import { Confirm } from '../components/Confirm';
import { Outcome } from '../components/Outcome';
import { Section } from '../components/Section';
import { useMay } from '../useMember';
import { useSend } from '../useSend';
import type { AtSite, Plan } from './types';
import { amount, there } from './words';

/** The scheduled prices of a plan at a site, which can be withdrawn before their moments. */
export function Waiting({ plan, at }: { plan: Plan; at: AtSite }) {
  const { t } = useTranslation('studio-catalogue');
  const may = useMay('prices.edit');
  const withdraw = useSend((id: string) =>
    call(
      'DELETE',
      `/catalogue/${encodeURIComponent(plan.id)}/prices/${id}?site=${encodeURIComponent(at.site.id)}`,
    ),
  );
  return (
    <Section title={t('waiting.title')} className="card grid gap-2">
      <Outcome refusal={withdraw.refusal} done={withdraw.done && t('waiting.withdrawn')} />
      {at.waiting.length === 0 && <p className="text-muted">{t('waiting.none')}</p>}
      <ul className="divide-y divide-line">
        {at.waiting.map(({ id, price, currency, startsAt, author }) => (
          <li key={id} className="grid gap-1 py-2">
            <p>
              <span className="font-medium tabular-nums">{amount(price, currency)}</span> ·{' '}
              <time dateTime={startsAt}>{there(startsAt, at.zone)}</time>
            </p>
            <p className="text-14 text-muted wrap-anywhere">{t('waiting.by', { author })}</p>
            {may && (
              <p>
                <Confirm
                  label={t('waiting.withdraw')}
                  name={t('waiting.withdrawOf', { at: there(startsAt, at.zone) })}
                  question={t('waiting.question', {
                    price: amount(price, currency),
                    at: there(startsAt, at.zone),
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

/** What the price was, and who changed it. */
export function Past({ at }: { at: AtSite }) {
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
                    from: amount(one.was, one.currency),
                    to: amount(one.price, one.currency),
                  })
                : t(`past.${one.state}`, {
                    price: amount(one.price, one.currency),
                    by: one.endedBy,
                  })}
            </p>
            {one.why && <p className="text-14 text-danger">{one.why}</p>}
            <p className="text-14 text-muted wrap-anywhere">
              <time dateTime={one.startsAt}>{there(one.startsAt, at.zone)}</time> · {one.author}
            </p>
          </li>
        ))}
      </ol>
    </Section>
  );
}
