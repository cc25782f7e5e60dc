import type { TFunction } from 'i18next';
import type { Goods, GoodsFacts } from '../../gw/types';
import { money, number, volumeText } from '../../i18n/format';
import type { Lang } from '../../i18n/lang';

type Data = Goods['data'];
type Fact = { key: string; label: string; value: string };

/** A speed: `384 kbps`, `1 Mbps`. */
export function speedText(kbps: number, lang: Lang): string {
  if (kbps < 1000) return `${number(kbps, lang)} kbps`;
  return `${number(Math.round(kbps / 100) / 10, lang)} Mbps`;
}

/** The big number of a plan: `3 GB`, or `2 GB/day`. */
export function dataText(data: Data, t: TFunction, lang: Lang): string {
  const volume = volumeText(data.mb, lang);
  return data.per === 'day' ? t('plan:perDay', { volume }) : volume;
}

/** One sentence on what happens once the full-speed data is used. */
export function afterText(data: Data, t: TFunction, lang: Lang): string {
  const volume = volumeText(data.mb, lang);
  const how = data.speedAfterKbps > 0 ? 'slows' : 'stops';
  return t(`plan:after.${data.per}.${how}`, {
    volume,
    speed: speedText(data.speedAfterKbps, lang),
  });
}

/** Minutes of voice, `unlimited`, or none. */
export function voiceText(voice: Goods['voice'], t: TFunction): string {
  if (voice.unlimited) return t('plan:voice.unlimited');
  return voice.minutes > 0
    ? t('plan:voice.minutes', { count: voice.minutes })
    : t('plan:voice.none');
}

/** Contract length, or `prepaid`; as a `contract` it is a phrase of its own, as a `fact` the value beside its label. */
export function contractText(
  period: string,
  t: TFunction,
  as: 'fact' | 'contract' = 'fact',
): string {
  const found = /^(\d+)([dm])$/.exec(period);
  if (!found) return t('plan:contract.none');
  const count = Number(found[1]);
  return isMonthly(period)
    ? t(`plan:contract.${as === 'fact' ? 'months' : 'term'}`, { count })
    : t('plan:contract.once', { count });
}

/** Whether a plan is paid monthly. A period in days is one month without a contract. */
export function isMonthly(period = ''): boolean {
  return period.endsWith('m');
}

/** The countries or regions under whose rules the SIM is registered, by their codes or in the site's own words. */
export function realNameText(regimes: readonly string[], t: TFunction): string {
  if (regimes.length === 0) return t('plan:realName.none');
  const places = regimes.map((code) => t(`plan:regime.${code}`, { defaultValue: code }));
  return t('plan:realName.required', { places: places.join(t('plan:listSeparator')) });
}

/** The facts label: the same lines in the same order for every plan, so that two plans compare. */
export function factsOf(facts: GoodsFacts, t: TFunction, lang: Lang): Fact[] {
  const volume = volumeText(facts.fullSpeedMb, lang);
  const perDay = facts.allowancePeriod === 'day';
  const hotspotGb = Number(facts.hotspot);
  const values: Record<string, string> = {
    fullSpeed: perDay ? t('plan:perDay', { volume }) : volume,
    speedAfter:
      facts.speedAfterKbps > 0
        ? t('plan:fact.upTo', { speed: speedText(facts.speedAfterKbps, lang) })
        : t('plan:fact.stops'),
    validity: t('plan:days', { count: facts.days }),
    dayRule:
      facts.dayRule === 'rolling_24h'
        ? t('plan:dayRule.rolling_24h')
        : t('plan:dayRule.calendar_day', { zone: zoneText(facts.dayZone, t) }),
    activation: t(`plan:activation.${facts.activation}`),
    useWithin: t('plan:fact.useWithin', { count: facts.useWithinDays }),
    network: t('plan:network', { type: facts.networkType }),
    hotspot:
      hotspotGb > 0 ? t('plan:hotspot.cap', { gb: hotspotGb }) : t(`plan:hotspot.${facts.hotspot}`),
    voice: voiceText({ minutes: facts.voiceMinutes, unlimited: facts.voiceUnlimited }, t),
    number: t(facts.localNumber ? 'plan:number.local' : 'plan:number.none'),
    realName: realNameText(facts.realNamePlaces ?? facts.realName, t),
    contract: contractText(facts.contractPeriod, t),
    deposit:
      facts.deposit > 0 ? money(facts.deposit, facts.currency, lang) : t('plan:fact.noDeposit'),
    transfer: t(facts.transferNumber ? 'plan:transfer.yes' : 'plan:transfer.no'),
    refund: refundText(facts.refundPolicy, t),
  };
  return Object.entries(values).map(([key, value]) => ({
    key,
    label: t(`plan:label.${key}`),
    value,
  }));
}

/** Policies are named `unused_{n}_days`; anything else is final. */
export function refundText(policy: string, t: TFunction): string {
  const days = /^unused_(\d+)_days$/.exec(policy)?.[1];
  return days ? t('plan:refund.unused', { count: Number(days) }) : t('plan:refund.none');
}

function zoneText(zone: string, t: TFunction): string {
  return t(`plan:zone.${zone.replace('/', '_')}`, { defaultValue: zone });
}
