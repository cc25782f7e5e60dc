import type { PageDataByKind } from '../app/gw/page';
import type { GoodsFacts } from '../app/gw/types';

export type RatedPlan = PageDataByKind['destination']['sections'][number]['plans'][number];

/** A plan of 3 GB for a week that works in so many places, as the gateway sends it. */
export function plan(
  goodsId: string,
  places: number,
  more: Partial<RatedPlan['goods']> = {},
): RatedPlan {
  return {
    goods: {
      goodsId,
      group: 'asia',
      name: `Plan ${goodsId}`,
      image: '',
      price: 650,
      currency: 'USD',
      simTypes: ['esim'],
      destinations: Array.from({ length: places }, (_, i) => ({ code: `P${i}`, name: `P${i}` })),
      data: { mb: 3072, per: 'total', unlimited: false, speedAfterKbps: 0 },
      days: 7,
      voice: { minutes: 0, unlimited: false },
      networkType: '5G',
      contractPeriod: '',
      transferNumber: false,
      activation: 'first_network',
      dayRule: 'rolling_24h',
      hotspot: 'yes',
      realName: [],
      available: true,
      popularity: 1,
      publishedAt: '2026-01-01T00:00:00Z',
      ...more,
    },
    perGb: 217,
    perDay: 93,
  };
}

/** The facts of such a plan. */
export const facts: GoodsFacts = {
  fullSpeedMb: 3072,
  allowancePeriod: 'total',
  speedAfterKbps: 0,
  unlimited: false,
  days: 7,
  dayRule: 'rolling_24h',
  dayZone: 'UTC',
  networkType: '5G',
  hotspot: 'yes',
  activation: 'first_network',
  useWithinDays: 180,
  voiceMinutes: 0,
  voiceUnlimited: false,
  refundPolicy: 'unused_30_days',
  realName: [],
  contractPeriod: '',
  transferNumber: false,
  localNumber: false,
  deposit: 0,
  currency: 'USD',
};

/** The text of a page, with one space between words. */
export function textOf(html: string): string {
  return html
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&quot;', '"')
    .replace(/\s+/g, ' ');
}
