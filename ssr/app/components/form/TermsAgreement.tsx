import { useTranslation } from '../../i18n/react';
import { TextLink } from '../../router/LocalizedLink';
import { useLang } from '../../router/page';
import { paths } from '../../router/paths';
import { Check } from './Check';
import { splitLinks } from './splitLinks';

const TARGET: Record<string, string> = {
  terms: 'terms-and-conditions',
  privacy: 'privacy-policy',
};

type Props = { checked: boolean; error?: string };

/** Agreement to the terms and the privacy policy; both open in a new tab so that nothing typed is lost. */
export function TermsAgreement({ checked, error }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <Check name="agree" checked={checked} error={error} required>
      {splitLinks(t('common:agree')).map(({ text, link }) =>
        link ? (
          <TextLink inline key={text} to={paths.terms(lang, TARGET[link] ?? link)} target="_blank">
            {text}
          </TextLink>
        ) : (
          text
        ),
      )}
    </Check>
  );
}
