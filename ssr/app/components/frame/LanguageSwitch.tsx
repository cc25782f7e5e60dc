import { useTranslation } from '../../i18n/react';
import { useLang, useOtherLanguages, useShell } from '../../router/page';
import { LANG_CODES } from '../../i18n/lang';

/**
 * This page in the other language: a document link, because `<html lang>` and every text change. `compact` leaves out
 * the current language.
 */
export function LanguageSwitch({ compact }: { compact?: boolean }) {
  const { t } = useTranslation();
  const lang = useLang();
  const { languages } = useShell();
  const others = useOtherLanguages();
  const shown = compact ? others : languages;
  return (
    <nav
      aria-label={t('common:language')}
      className={`flex items-center ${compact ? '' : '-mx-2'}`}
    >
      {shown.map(({ locale, label, href }) => (
        <a
          key={locale}
          href={href}
          hrefLang={LANG_CODES[locale].html}
          lang={LANG_CODES[locale].html}
          aria-current={locale === lang ? 'true' : undefined}
          className="grid min-h-11 min-w-11 place-items-center whitespace-nowrap rounded-control px-2 text-14 font-semibold text-muted hover:text-primary aria-[current]:text-ink aria-[current]:underline aria-[current]:decoration-primary aria-[current]:decoration-2 aria-[current]:underline-offset-8"
        >
          {label}
        </a>
      ))}
    </nav>
  );
}
