import type { ReactNode } from 'react';
import type { RatedGoods } from '../../gw/types';
import { money } from '../../i18n/format';
import { useTranslation } from '../../i18n/react';
import { LocalizedLink } from '../../router/LocalizedLink';
import { useLang } from '../../router/page';
import { paths } from '../../router/paths';
import { CompareChoice } from '../plan/CompareChoice';
import { PlanBadges } from '../plan/PlanBadges';
import { afterText, dataText } from '../plan/planText';

type Props = { plans: readonly RatedGoods[]; bestValue?: string };

/** Plans below each other, so that their prices per gigabyte and per day compare at a glance. */
export function PlanRows({ plans, bestValue }: Props) {
  return (
    <ul className="card-flush divide-y divide-line overflow-hidden">
      {plans.map((plan) => (
        <li key={plan.goods.goodsId} className="hidden-until-next">
          <PlanRow {...plan} best={plan.goods.goodsId === bestValue} />
        </li>
      ))}
    </ul>
  );
}

function PlanRow({ goods, perGb, perDay, best }: RatedGoods & { best: boolean }) {
  const { t } = useTranslation();
  const lang = useLang();
  const { destinations, currency } = goods;
  const price = (amount: number) => money(amount, currency, lang);
  return (
    <article
      className={`relative flex flex-wrap items-start justify-between gap-x-6 gap-y-3 p-4 hover:bg-mist sm:px-6 ${best ? 'bg-primary-soft' : ''}`}
    >
      <div className="min-w-0 flex-[1_1_20rem]">
        <h3 className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-16 font-semibold leading-snug">
          <LocalizedLink
            to={paths.detail(lang, goods.group, goods.goodsId)}
            className="after:absolute after:inset-0 hover:text-primary"
          >
            {goods.name}
          </LocalizedLink>
          {best && (
            <strong className="rounded-full bg-primary px-2.5 py-0.5 text-14 text-white">
              {t('destination:best')}
            </strong>
          )}
        </h3>
        <p className="mb-2 mt-1 text-14 text-muted">
          {destinations.length > 1 && `${t('destination:places', { count: destinations.length })} `}
          {afterText(goods.data, t, lang)}
        </p>
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <PlanBadges goods={goods} />
          <CompareChoice goods={goods} />
        </div>
      </div>
      <dl className="flex flex-[0_1_31rem] flex-wrap gap-x-4 gap-y-2 *:min-w-fit *:flex-1 sm:gap-x-6 sm:*:min-w-20">
        <Figure label={t('destination:data')}>
          {dataText(goods.data, t, lang)}
          <Small>{t('plan:days', { count: goods.days })}</Small>
        </Figure>
        <Figure label={t('destination:perGb')}>
          {perGb === undefined ? t('destination:unbounded') : price(perGb)}
        </Figure>
        <Figure label={t('destination:perDay')}>{price(perDay)}</Figure>
        <Figure label={t('destination:price')}>
          <span className="text-20">{price(goods.price)}</span>
          {goods.contractPeriod && <Small>{t('plan:perMonth')}</Small>}
          {!goods.available && <Small>{t('plan:soldOut')}</Small>}
        </Figure>
      </dl>
    </article>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-14 text-muted">{label}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  );
}

function Small({ children }: { children: string }) {
  return <span className="block text-14 font-normal text-muted">{children}</span>;
}
