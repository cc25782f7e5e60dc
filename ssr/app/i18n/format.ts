import { currencySymbols } from '../../../shared/constants.json';
import type { Lang } from './lang';
import { cached, number, NUMBER_TAG } from './number';

export { number };

// Written out because ICU versions disagree ("US$" in zh-CN, "HK$" in en-US) and the two sides
// of hydration must print the same characters.
const SYMBOL: Record<string, string> = currencySymbols;

/** How many digits a currency's minor unit has: 2 for cents, 0 for yen. */
export function minorDigits(currency: string): number {
  return (DIGITS[currency] ??= new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
  }).resolvedOptions().maximumFractionDigits!);
}

const DIGITS: Record<string, number> = {};

/**
 * Price text.
 * @param amountMinor integer minor units (cents, pence; yen as they are)
 * @param currency ISO 4217 code
 * @returns symbol, grouped digits and all minor digits, e.g. `$1,015.90`, `-HK$8.00`
 */
export function money(amountMinor: number, currency: string, lang: Lang): string {
  const digits = minorDigits(currency);
  const format = cached(
    `money ${lang} ${digits}`,
    () =>
      new Intl.NumberFormat(NUMBER_TAG[lang], {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      }),
  );
  const sign = amountMinor < 0 ? '-' : '';
  const amount = format.format(Math.abs(amountMinor) / 10 ** digits);
  return `${sign}${SYMBOL[currency] ?? `${currency}\u00a0`}${amount}`;
}

const MB_PER_GB = 1024;

/** An amount of data: `3 GB`, `1.5 GB`, `500 MB`. */
export function volumeText(mb: number, lang: Lang): string {
  if (mb < MB_PER_GB) return `${number(mb, lang)} MB`;
  return `${number(Math.round((mb / MB_PER_GB) * 10) / 10, lang)} GB`;
}

type Parts = Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'monthName', string>;

// Put together from parts: ICU's own joining text ("at", narrow spaces) differs between engines.
function parts(iso: string, timeZone: string): Parts {
  const at = new Date(iso);
  const numeric = cached(
    `parts ${timeZone}`,
    () =>
      new Intl.DateTimeFormat('en-US', {
        timeZone,
        year: 'numeric',
        month: 'numeric',
        day: 'numeric',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      }),
  );
  const names = cached(
    `month ${timeZone}`,
    () => new Intl.DateTimeFormat('en-US', { timeZone, month: 'short' }),
  );
  const found = Object.fromEntries(numeric.formatToParts(at).map((p) => [p.type, p.value]));
  return { ...found, monthName: names.format(at) } as Parts;
}

/**
 * A person's name as the language says it: `Ada Lovelace`, in Chinese `Lovelace Ada`. A name in Chinese characters has
 * its family name first, and no blank, in every language.
 */
export function fullName({ firstName, lastName = '' }: Name, lang: Lang): string {
  if (/^\p{Script=Han}+$/u.test(firstName + lastName)) return lastName + firstName;
  const parts = lang === 'zh' ? [lastName, firstName] : [firstName, lastName];
  return parts.filter(Boolean).join(' ');
}

type Name = { firstName: string; lastName?: string };

/**
 * Day of an instant in a fixed zone: `5 Mar 2026` / `2026年3月5日`.
 * @param iso RFC 3339; an unreadable value gives an empty string
 * @param timeZone IANA name, e.g. the tenant's
 */
export function date(iso: string, lang: Lang, timeZone: string): string {
  if (Number.isNaN(Date.parse(iso))) return '';
  const p = parts(iso, timeZone);
  return lang === 'zh' ? `${p.year}年${p.month}月${p.day}日` : `${p.day} ${p.monthName} ${p.year}`;
}

/** Like {@link date} with the time of day: `5 Mar 2026, 14:30` / `2026年3月5日 14:30`. */
export function dateTime(iso: string, lang: Lang, timeZone: string): string {
  if (Number.isNaN(Date.parse(iso))) return '';
  const p = parts(iso, timeZone);
  return `${date(iso, lang, timeZone)}${lang === 'zh' ? ' ' : ', '}${p.hour}:${p.minute}`;
}

/**
 * An instant in a zone, with the zone: `5 Mar 2026, 14:30 (UTC+8)` / `2026年3月5日 14:30（UTC+8）`.
 * @param iso RFC 3339; an unreadable value gives an empty string
 * @param timeZone IANA name
 */
export function zonedTime(iso: string, lang: Lang, timeZone: string): string {
  const time = dateTime(iso, lang, timeZone);
  if (!time) return '';
  const zone = offset(iso, timeZone);
  return lang === 'zh' ? `${time}（${zone}）` : `${time} (${zone})`;
}

// "GMT+8" and "GMT+5:30"; "GMT" or "GMT+0", as the engine likes.
function offset(iso: string, timeZone: string): string {
  const format = cached(
    `zone ${timeZone}`,
    () => new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'shortOffset' }),
  );
  const found = format.formatToParts(new Date(iso)).find(({ type }) => type === 'timeZoneName');
  return (found?.value ?? 'UTC').replace('GMT', 'UTC').replace(/\+0$/, '');
}
