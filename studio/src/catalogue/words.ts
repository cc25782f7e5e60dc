import { dateTime, money } from '../../../ssr/app/i18n/format';
import { lang } from '../i18n';

/** An amount as people read it. @param minor minor units of the currency */
export const amount = (minor: number, currency: string): string => money(minor, currency, lang());

/** A change as a percentage, with its sign: `+12.5%`. @param permille thousandths */
export function percent(permille: number): string {
  return new Intl.NumberFormat(lang() === 'zh' ? 'zh-CN' : 'en', {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  }).format(permille / 1000);
}

/** An instant by the clocks of a site. */
export const there = (iso: string, zone: string): string => dateTime(iso, lang(), zone);
