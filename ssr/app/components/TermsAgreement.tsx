import { Trans, useTranslation } from 'react-i18next';
import { LocalizedLink } from '../router/LocalizedLink';
import { useLang } from '../router/page';
import { paths } from '../router/paths';
import { FieldError, fieldId, invalidProps } from './FieldError';

/** Agreement to the terms and the privacy policy; both open in a new tab so that nothing typed is lost. */
export function TermsAgreement({ checked, error }: { checked: boolean; error?: string }) {
  const { t } = useTranslation();
  const lang = useLang();
  const link = (name: string) => (
    <LocalizedLink to={paths.terms(lang, name)} target="_blank" className="text-primary underline" />
  );
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
          <Trans
            t={t}
            i18nKey="common:agree"
            components={{ terms: link('terms-and-conditions'), privacy: link('privacy-policy') }}
          />
        </span>
      </label>
      <FieldError name="agree" message={error} />
    </div>
  );
}
