import { useTranslation } from '../../i18n/react';
import { SWITCH_LANGUAGE } from '../../router/carried';
import { useLang, useShell } from '../../router/page';
import { LANG_FACTS } from '../../i18n/lang';
import { splitLinks } from './splitLinks';

/**
 * Last button of a form with {@link useTyped}: the page in the other language with what was typed. Only where the
 * application never runs; where it does, the language switch sends the form.
 */
export function OtherLanguage() {
  const { t } = useTranslation();
  const lang = useLang();
  const { languages } = useShell();
  const others = languages.filter(({ locale }) => locale !== lang);
  return others.map(({ locale, label, href }) => (
    <button
      key={locale}
      type="submit"
      formAction={href}
      name="intent"
      value={SWITCH_LANGUAGE}
      className="hidden min-h-11 w-full items-center justify-center text-primary underline noscript:flex frugal:flex"
    >
      <span>
        {splitLinks(t('common:switchKeeping', { language: label })).map(({ text, link }) =>
          link ? (
            <span key={text} lang={LANG_FACTS[locale].html}>
              {text}
            </span>
          ) : (
            text
          ),
        )}
      </span>
    </button>
  ));
}
