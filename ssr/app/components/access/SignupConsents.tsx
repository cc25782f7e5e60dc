import { useTranslation } from '../../i18n/react';
import { useActionErrors } from '../../router/page';
import { Check } from '../form/Check';
import { TermsAgreement } from '../form/TermsAgreement';

/** Promotional mail, and the terms. */
export function SignupConsents() {
  const { t } = useTranslation();
  const errors = useActionErrors();
  return (
    <div>
      <Check name="promoConsent" checked={errors.value('promoConsent') === '1'}>
        {t('auth:signup.consent')}
      </Check>
      <TermsAgreement checked={errors.value('agree') === '1'} error={errors.field('agree')} />
    </div>
  );
}
