import { useTranslation } from 'react-i18next';
import { formatAmount } from '../catalogue/format';
import { Section } from '../components/Section';
import type { Order } from './types';

/** The lines of an order with their states. */
export function Lines({ order }: { order: Order }) {
  const { t } = useTranslation(['studio-orders', 'order']);
  const { lines, currency, freight, discount, total } = order;
  const sums = [
    { name: t('lines.freight'), sum: freight },
    { name: t('lines.discount'), sum: -discount },
  ];
  return (
    <Section title={t('lines.title')}>
      <ul className="mt-3 grid gap-3">
        {lines.map((line) => (
          <li key={line.id} className="flex flex-wrap justify-between gap-x-6">
            <div className="min-w-0">
              <p className="font-medium wrap-anywhere">
                {line.no}. {line.name}
                {line.quantity > 1 && ` × ${line.quantity}`}
              </p>
              <p className="text-14 wrap-anywhere text-muted">
                {[
                  t(line.topUp ? 'lines.topUp' : `lines.types.${line.simType}`),
                  line.goodsId,
                  t(`order:line.${line.state}`),
                  line.startDate && t('lines.starts', { date: line.startDate }),
                  line.number,
                  line.cards && t('lines.cards', { cards: line.cards }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            <p className="tabular-nums">{formatAmount(line.total, currency)}</p>
          </li>
        ))}
      </ul>
      <dl className="mt-3 grid gap-1 border-t border-line pt-3">
        {sums
          .filter(({ sum }) => sum !== 0)
          .map(({ name, sum }) => (
            <div key={name} className="flex justify-between gap-6">
              <dt>{name}</dt>
              <dd className="tabular-nums">{formatAmount(sum, currency)}</dd>
            </div>
          ))}
        <div className="flex justify-between gap-6 font-semibold">
          <dt>{t('lines.total')}</dt>
          <dd className="tabular-nums">{formatAmount(total, currency)}</dd>
        </div>
      </dl>
    </Section>
  );
}
