import { dateTime } from '../../../ssr/app/i18n/format';
import { currentLang } from '../i18n';

/** Formats an instant in the reader's time zone: `5 Mar 2026, 14:30` / `2026年3月5日 14:30`. */
export function formatTime(iso: string): string {
  return dateTime(iso, currentLang(), Intl.DateTimeFormat().resolvedOptions().timeZone);
}
