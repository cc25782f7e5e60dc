import { afterText, dataText } from '../components/plan/planText';
import type { Goods, RatedGoods } from '../gw/types';
import { paths } from '../router/paths';
import { escape, joinParts, strong, type Writer } from './writer';

/** Network, SIM types and other features of a plan. */
export function badges({ networkType, simTypes, voice, realName }: Goods, w: Writer): string {
  const { t } = w;
  return w.words([
    networkType,
    ...simTypes.map((type) => t(`plan:simType.${type}`)),
    ...(voice.unlimited || voice.minutes > 0 ? [t('plan:badge.voice')] : []),
    ...(realName.length > 0 ? [t('plan:badge.realName')] : []),
  ]);
}

export function planLink(goods: Goods, w: Writer): string {
  return `**${w.link(goods.name, paths.detail(w.lang, goods.group, goods.goodsId))}**`;
}

/** What a plan costs, and whether it can be bought. */
export function priceOf({ price, currency, contractPeriod, available }: Goods, w: Writer): string {
  const amount = w.price(price, currency);
  return joinParts(
    contractPeriod ? `${amount} ${w.t('plan:perMonth')}` : amount,
    !available && w.t('plan:soldOut'),
  );
}

/** A plan on one line, the same parts in the same order in every list. */
export function planLine(goods: Goods, w: Writer): string {
  const { unitPrice, currency } = goods;
  const unit =
    unitPrice && w.t(`plan:unit.${unitPrice.per}`, { price: w.price(unitPrice.amount, currency) });
  return joinParts(planLink(goods, w), ...planParts(goods, w), unit, priceOf(goods, w));
}

/** The line of a plan on the page of a destination, with its price per gigabyte and per day. */
export function ratedLine({ goods, perGb, perDay }: RatedGoods, best: boolean, w: Writer): string {
  const { t } = w;
  const price = (key: string, amount: string) => `${t(`destination:${key}`)}${w.colon}${amount}`;
  return joinParts(
    planLink(goods, w) + (best ? ` ${strong(t('destination:best'))}` : ''),
    goods.destinations.length > 1 &&
      t('destination:places', { count: goods.destinations.length }).replace(/[.。]$/, ''),
    ...planParts(goods, w),
    price(
      'perGb',
      perGb === undefined ? t('destination:unbounded') : w.price(perGb, goods.currency),
    ),
    price('perDay', w.price(perDay, goods.currency)),
    priceOf(goods, w),
  );
}

function planParts(goods: Goods, w: Writer): string[] {
  const { t, lang } = w;
  return [
    dataText(goods.data, t, lang),
    t('plan:days', { count: goods.days }),
    badges(goods, w),
    afterText(goods.data, t, lang),
    t(`plan:activation.${goods.activation}`),
  ].map(escape);
}
