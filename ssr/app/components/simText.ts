import { dateTime } from '../i18n/format';
import type { Lang } from '../i18n/lang';
import type { SimUsageMeter } from '../gw/types';

/**
 * An instant in a zone, with the zone: `5 Mar 2026, 14:30 (UTC+8)` / `2026年3月5日 14:30（UTC+8）`.
 * @param iso RFC 3339
 * @param timeZone IANA name
 */
export function zonedTime(iso: string, lang: Lang, timeZone: string): string {
  const zone = offset(iso, timeZone);
  const time = dateTime(iso, lang, timeZone);
  return lang === 'zh' ? `${time}（${zone}）` : `${time} (${zone})`;
}

// "GMT+8" and "GMT+5:30"; "GMT" or "GMT+0", as the engine likes.
function offset(iso: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'shortOffset' });
  const found = format.formatToParts(new Date(iso)).find(({ type }) => type === 'timeZoneName');
  return (found?.value ?? 'UTC').replace('GMT', 'UTC').replace(/\+0$/, '');
}

/** Whether the plans of a SIM have this at all: what they do not have is 0 of 0. */
export function hasMeter({ used, total, unlimited }: SimUsageMeter): boolean {
  return unlimited || used > 0 || total !== 0;
}

/** How full a bar is, 0 to 100; undefined when there is nothing to be a part of. */
export function usedPercent({ used, total, unlimited }: SimUsageMeter): number | undefined {
  if (unlimited || !total) return undefined;
  return Math.min(100, Math.max(0, Math.round((used / total) * 100)));
}
