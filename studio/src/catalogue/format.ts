import { dateTime, money } from '../../../ssr/app/i18n/format';
import { currentLang } from '../i18n';

/** Formats an amount of money. @param minor minor units of the currency */
export const formatAmount = (minor: number, currency: string): string =>
  money(minor, currency, currentLang());

/** Formats a change as a percentage with its sign: `+12.5%`. @param permille thousandths */
export function formatPercent(permille: number): string {
  return new Intl.NumberFormat(currentLang() === 'zh' ? 'zh-CN' : 'en', {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  }).format(permille / 1000);
}

/** Formats an instant in the time zone of a site. */
export const formatSiteTime = (iso: string, zone: string): string =>
  dateTime(iso, currentLang(), zone);
