import type { ComponentType } from 'react';
import { useTranslation } from '../../i18n/react';
import type { Goods } from '../../gw/types';
import { money } from '../../i18n/format';
import { useFragment } from '../../router/fragment';
import { LocalizedLink } from '../../router/LocalizedLink';
import { useLang } from '../../router/page';
import { paths } from '../../router/paths';
import { Flags } from '../page/Flags';
import { PlanArt, RegionGlyph } from './PlanArt';
import { PlanBadges } from './PlanBadges';
import { afterText, dataText } from './planText';

type Options = {
  heading?: 'h2' | 'h3';
  /** Renders the check box for the comparison, on pages with a CompareBar. Other pages do not load its code. */
  choice?: ComponentType<{ goods: Goods }>;
};

/** A plan in a list: where, how much, how long, what comes after, the price, and one action. */
export function PlanCard({
  goods,
  heading: Heading = 'h3',
  choice: Choice,
}: Options & { goods: Goods }) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <article className="card-flush relative flex h-full flex-col overflow-hidden transition-shadow hover:raised">
      <PlanArt group={goods.group} goodsId={goods.goodsId} className="px-4 py-4">
        <div className="flex items-start justify-between">
          <Flags codes={goods.destinations.map((place) => place.code)} />
          <RegionGlyph group={goods.group} />
        </div>
        <p className="mt-1 flex flex-wrap items-baseline gap-x-2">
          <span className="text-32 font-semibold leading-none">
            {dataText(goods.data, t, lang)}
          </span>
          <span className="text-16">{t('plan:days', { count: goods.days })}</span>
        </p>
      </PlanArt>
      <div className="flex flex-1 flex-col gap-3 p-4">
        <Heading className="text-16 font-semibold leading-snug">
          <LocalizedLink
            to={paths.detail(lang, goods.group, goods.goodsId)}
            className="after:absolute after:inset-0 hover:text-primary"
          >
            {goods.name}
          </LocalizedLink>
        </Heading>
        <PlanBadges goods={goods} />
        <div className="grid gap-1 text-14 text-muted">
          <p>{afterText(goods.data, t, lang)}</p>
          <p>{t(`plan:activation.${goods.activation}`)}</p>
        </div>
        {Choice && <Choice goods={goods} />}
        <div className="mt-auto flex flex-wrap items-end justify-between gap-3 pt-1">
          <p>
            {goods.unitPrice && (
              <span className="mb-1 block text-14 text-muted">
                {t(`plan:unit.${goods.unitPrice.per}`, {
                  price: money(goods.unitPrice.amount, goods.currency, lang),
                })}
              </span>
            )}
            <span className="text-24 font-semibold leading-none">
              {money(goods.price, goods.currency, lang)}
            </span>
            {goods.contractPeriod && (
              <span className="text-14 text-muted"> {t('plan:perMonth')}</span>
            )}
          </p>
          {goods.available ? (
            <span aria-hidden="true" className="btn btn-secondary whitespace-nowrap px-4!">
              {t('plan:view')}
            </span>
          ) : (
            <span className="text-14 font-semibold text-muted">{t('plan:soldOut')}</span>
          )}
        </div>
      </div>
    </article>
  );
}

// The first cards of a list have no deferred layout.
const NOT_DEFERRED = 3;

/** Plans in 1, 2 or 3 columns. */
export function PlanGrid({ items, heading, choice }: Options & { items: readonly Goods[] }) {
  const below = choice ? 'defer-390' : 'defer-334';
  return (
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3 lg:gap-6">
      {items.map((goods, at) => (
        <Item
          key={goods.goodsId}
          className={at < NOT_DEFERRED ? 'hidden-until-row' : below}
          goods={goods}
          heading={heading}
          choice={choice}
        />
      ))}
    </ul>
  );
}

function Item({ className, ...card }: Options & { className?: string; goods: Goods }) {
  const { goods, heading, choice } = card;
  const inside = useFragment(['card', goods, heading, Boolean(choice)], <PlanCard {...card} />);
  return <li className={className} {...inside} />;
}
