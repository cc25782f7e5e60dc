import { useTranslation } from 'react-i18next';
import { LANG_CODES } from '../../../ssr/app/i18n/lang';
import type { Lang } from '../i18n';

/** The button to the other language, labelled in that language. */
export function LanguageSwitch({ onChange }: { onChange: (next: Lang) => unknown }) {
  const { t, i18n } = useTranslation();
  const next: Lang = i18n.language === 'zh' ? 'en' : 'zh';
  return (
    <button
      type="button"
      lang={LANG_CODES[next].html}
      className="link-alone px-2"
      onClick={() => onChange(next)}
    >
      {t('otherLanguage')}
    </button>
  );
}
