import type { TFunction } from 'i18next';
import type { WhichPart } from '../../gw/types';
import { number, volumeText } from '../../i18n/format';
import type { Lang } from '../../i18n/lang';

/** An amount that is counted in tenths of a gigabyte: `2.1 GB`. */
export function tenthsText(tenths: number, lang: Lang): string {
  return `${number(tenths / 10, lang)} GB`;
}

/** Names of places, one after the other. */
export function placesText(places: readonly { name: string }[], t: TFunction): string {
  return places.map(({ name }) => name).join(t('plan:listSeparator'));
}

/** What a plan has beside what its part of the trip needs, in one sentence. */
export function partText({ goods, stay }: WhichPart, t: TFunction, lang: Lang, split: boolean) {
  const { mb, per, unlimited, speedAfterKbps } = goods.data;
  const has = unlimited && speedAfterKbps === 0 ? 'unbounded' : per;
  return t(`which:${split ? 'stay' : 'for'}.${per}`, {
    has: t(`which:has.${has}`, {
      volume: volumeText(mb, lang),
      days: t('plan:days', { count: goods.days }),
    }),
    need: tenthsText(stay.needTenths, lang),
    perDay: tenthsText(stay.perDayTenths, lang),
    stay: t('plan:days', { count: stay.days }),
    places: placesText(stay.places, t),
  });
}
