import { dateTime } from '../../../ssr/app/i18n/format';
import { lang } from '../i18n';

/** An instant where the reader is: `5 Mar 2026, 14:30` / `2026年3月5日 14:30`. */
export function when(iso: string): string {
  return dateTime(iso, lang(), Intl.DateTimeFormat().resolvedOptions().timeZone);
}
