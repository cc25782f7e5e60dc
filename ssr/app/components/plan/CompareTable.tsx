import type { ComparedGoods } from '../../gw/types';
import { money } from '../../i18n/format';
import { useTranslation } from '../../i18n/react';
import { LocalizedLink } from '../../router/LocalizedLink';
import { useLang } from '../../router/page';
import { paths } from '../../router/paths';
import { factsOf } from './planText';

type Line = { key: string; label: string; values: string[] };

/** Plans in columns, their facts in lines; a line whose values differ is marked. On a phone it scrolls sideways. */
export function CompareTable({ plans }: { plans: readonly ComparedGoods[] }) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <>
      {plans.length > 1 && (
        <p className="flex items-center gap-2 text-14 text-muted">
          <span
            aria-hidden="true"
            className="size-4 shrink-0 rounded-sm bg-primary-soft edge-primary"
          />
          {t('compare:marked')}
        </p>
      )}
      <div
        role="region"
        aria-label={t('compare:title')}
        // What scrolls must be reachable by key; not every browser sees to it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="card-flush relative overflow-x-auto"
      >
        <table className="w-full border-collapse text-left text-14 sm:text-16">
          <thead>
            <tr className="bg-paper align-top">
              <th scope="col" className="sticky left-0 w-28 min-w-28 bg-inherit p-3 sm:w-44">
                <span className="sr-only">{t('plan:facts')}</span>
              </th>
              {plans.map(({ goods }) => (
                <th key={goods.goodsId} scope="col" className="min-w-36 p-3 font-normal">
                  <LocalizedLink
                    to={paths.detail(lang, goods.group, goods.goodsId)}
                    className="link-alone items-start font-semibold"
                  >
                    {goods.name}
                  </LocalizedLink>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {useLines(plans).map(({ key, label, values }) => {
              const differs = new Set(values).size > 1;
              return (
                <tr
                  key={key}
                  className={`border-t border-line align-top ${differs ? 'bg-primary-soft' : 'bg-paper'}`}
                >
                  <th scope="row" className="sticky left-0 bg-inherit p-3 font-normal text-muted">
                    {label}
                    {differs && <span className="sr-only">{` (${t('compare:differs')})`}</span>}
                  </th>
                  {values.map((value, at) => (
                    <td
                      key={plans[at]!.goods.goodsId}
                      className={`p-3 ${differs ? 'font-semibold' : ''}`}
                    >
                      {value}
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
          <tfoot>
            <tr className="border-t border-line bg-paper align-top">
              <th scope="row" className="sticky left-0 bg-inherit">
                <span className="sr-only">{t('plan:view')}</span>
              </th>
              {plans.map(({ goods }) => (
                <td key={goods.goodsId} className="p-3">
                  <LocalizedLink
                    to={paths.detail(lang, goods.group, goods.goodsId)}
                    className="btn btn-primary px-4!"
                  >
                    {t('plan:view')}
                    <span className="sr-only"> {goods.name}</span>
                  </LocalizedLink>
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </div>
    </>
  );
}

function useLines(plans: readonly ComparedGoods[]): Line[] {
  const { t } = useTranslation();
  const lang = useLang();
  const line = (key: string, value: (plan: ComparedGoods) => string): Line => ({
    key,
    label: t(`compare:line.${key}`),
    values: plans.map(value),
  });
  const facts = plans.map((plan) => factsOf(plan.facts, t, lang));
  return [
    line('price', ({ goods: { price, currency, contractPeriod } }) =>
      [money(price, currency, lang), contractPeriod && t('plan:perMonth')]
        .filter(Boolean)
        .join(' '),
    ),
    line('perGb', ({ goods, perGb }) =>
      perGb === undefined ? t('compare:unbounded') : money(perGb, goods.currency, lang),
    ),
    line('perDay', ({ goods, perDay }) => money(perDay, goods.currency, lang)),
    line('stock', ({ goods }) => t(goods.available ? 'compare:inStock' : 'plan:soldOut')),
    line('sim', ({ goods }) =>
      goods.simTypes.map((type) => t(`plan:simType.${type}`)).join(t('plan:listSeparator')),
    ),
    line('places', ({ goods: { destinations } }) =>
      destinations.length > MAX_NAMED
        ? t('compare:places', { count: destinations.length })
        : destinations.map(({ name }) => name).join(t('plan:listSeparator')),
    ),
    ...facts[0]!.map(({ key, label }, at) => ({
      key,
      label,
      values: facts.map((list) => list[at]!.value),
    })),
  ];
}

// More destinations than fit in a column are counted.
const MAX_NAMED = 3;
