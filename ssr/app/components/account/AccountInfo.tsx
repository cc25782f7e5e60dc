import type { PageProps } from '../../router/module';
import { useTranslation } from '../../i18n/react';
import { Form } from 'react-router';
import { fullName } from '../../i18n/format';
import { useLang } from '../../router/page';
import { Check } from '../form/Check';
import { FormErrors } from '../form/FormErrors';
import { NameFields, type NameField } from '../form/NameFields';
import { Submit } from '../form/Submit';
import { isTicked } from '../form/isTicked';
import { useFormErrors } from '../form/useFormErrors';
import { AccountSection, FoldedForm } from './AccountSection';
import { ContactChangeForm } from './ContactChangeForm';

/** Names, e-mail and mobile number, with the forms that change them. */
export function AccountInfo({ page }: PageProps<'account'>) {
  const { t } = useTranslation();
  const lang = useLang();
  const { user } = page.data;
  const facts = [
    { label: t('account:info.name'), value: fullName(user, lang) },
    { label: t('account:info.email'), value: user.email },
    { label: t('account:info.phone'), value: user.phone ?? t('account:info.noPhone') },
  ];
  return (
    <AccountSection
      id="info"
      title={t('account:info.title')}
      saved={['profile', 'email', 'phone', 'consent']}
    >
      <dl className="mb-4 grid gap-2">
        {facts.map(({ label, value }) => (
          <div key={label} className="grid sm:grid-cols-[160px_minmax(0,1fr)]">
            <dt className="text-muted">{label}</dt>
            <dd className="font-medium break-words">{value}</dd>
          </div>
        ))}
      </dl>
      <ProfileForm page={page} />
      <ContactChangeForm by="email" />
      <ContactChangeForm by="phone" />
      <ConsentForm page={page} />
    </AccountSection>
  );
}

function ProfileForm({ page }: PageProps<'account'>) {
  const { t } = useTranslation();
  const { user } = page.data;
  const errors = useFormErrors('profile');
  const field = (name: NameField) => ({
    ...errors.input(name, user[name]),
    label: t(`account:info.${name}`),
  });
  return (
    <FoldedForm label={t('account:info.editName')} open={errors.failed}>
      <Form method="post" noValidate className="grid gap-4">
        <input type="hidden" name="form" value="profile" />
        <FormErrors errors={errors} />
        <NameFields field={field} />
        <Submit label={t('account:save')} />
      </Form>
    </FoldedForm>
  );
}

function ConsentForm({ page }: PageProps<'account'>) {
  const { t } = useTranslation();
  const { user } = page.data;
  const errors = useFormErrors('consent');
  return (
    <Form method="post" className="border-t border-line pt-4">
      <input type="hidden" name="form" value="consent" />
      <FormErrors errors={errors} />
      <h3 className="font-semibold">{t('account:consent.title')}</h3>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Check name="promoConsent" checked={isTicked(errors, 'promoConsent', user.promoConsent)}>
          {t('account:consent.label')}
        </Check>
        <Submit label={t('account:save')} look="secondary" />
      </div>
    </Form>
  );
}
