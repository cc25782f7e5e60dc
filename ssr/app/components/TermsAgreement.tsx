import { useTranslation } from '../i18n/react';
import { LocalizedLink } from '../router/LocalizedLink';
import { useLang } from '../router/page';
import { paths } from '../router/paths';
import { FieldError, fieldId, invalidProps } from './FieldError';
import { splitLinks } from './splitLinks';

const TARGET: Record<string, string> = {
  terms: 'terms-and-conditions',
  privacy: 'privacy-policy',
};

/** Agreement to the terms and the privacy policy; both open in a new tab so that nothing typed is lost. */
export function TermsAgreement({ checked, error }: { checked: boolean; error?: string }) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <div className="mt-4">
      <label className="flex items-start gap-3 py-2">
        <input
          type="checkbox"
          id={fieldId('agree')}
          name="agree"
          value="1"
          required
          defaultChecked={checked}
          className="mt-0.5 size-5 shrink-0 accent-primary"
          {...invalidProps('agree', error)}
        />
        <span>
          {splitLinks(t('common:agree')).map(({ text, link }) =>
            link ? (
              <LocalizedLink
                key={text}
                to={paths.terms(lang, TARGET[link] ?? link)}
                target="_blank"
                className="text-primary underline"
              >
                {text}
              </LocalizedLink>
            ) : (
              text
            ),
          )}
        </span>
      </label>
      <FieldError name="agree" message={error} />
    </div>
  );
}
