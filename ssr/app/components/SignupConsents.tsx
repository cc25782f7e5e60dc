import { useTranslation } from '../i18n/react';
import { useActionErrors } from '../router/page';
import { TermsAgreement } from './TermsAgreement';

/** Promotional mail, and the terms. */
export function SignupConsents() {
  const { t } = useTranslation();
  const errors = useActionErrors();
  return (
    <div>
      <label className="flex items-start gap-3 py-2">
        <input
          type="checkbox"
          name="promoConsent"
          value="1"
          defaultChecked={errors.value('promoConsent') === '1'}
          className="mt-0.5 size-5 shrink-0 accent-primary"
        />
        <span>{t('auth:signup.consent')}</span>
      </label>
      <div className="-mt-4">
        <TermsAgreement
          checked={errors.value('agree') === '1'}
          error={errors.field('agree')}
          sentence={t('auth:signup.agree')}
        />
      </div>
    </div>
  );
}
