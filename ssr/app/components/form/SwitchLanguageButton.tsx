import { useTranslation } from '../../i18n/react';
import { useOtherLanguages } from '../../router/page';
import { SWITCH_BUTTON } from '../../drafts/otherLanguage';
import { LANG_CODES } from '../../i18n/lang';
import { splitLinks } from './splitLinks';

/**
 * Last button of a form with {@link useDraft}: submits it to the page in the other language, which shows the typed values. Visible
 * only where the application never runs; where it does, the language switch sends the form.
 */
export function SwitchLanguageButton() {
  const { t } = useTranslation();
  return useOtherLanguages().map(({ locale, label, href }) => (
    <button
      key={locale}
      type="submit"
      formAction={href}
      {...SWITCH_BUTTON}
      className="link-alone mt-2 hidden w-full justify-center noscript:flex frugal:flex"
    >
      <span>
        {splitLinks(t('common:switchKeeping', { language: label })).map(({ text, link }) =>
          link ? (
            <span key={text} lang={LANG_CODES[locale].html}>
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
