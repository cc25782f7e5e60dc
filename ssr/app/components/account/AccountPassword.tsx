import type { PageProps } from '../../router/module';
import { useTranslation } from '../../i18n/react';
import { Form } from 'react-router';
import { FormErrors } from '../form/FormErrors';
import { NewPasswordFields } from '../form/NewPasswordFields';
import { PasswordField } from '../form/PasswordField';
import { Submit } from '../form/Submit';
import { useFormErrors } from '../form/useFormErrors';
import { AccountSection, FoldedForm } from './AccountSection';

/** The form that changes the password; it asks for the current one. */
export function AccountPassword({ page }: PageProps<'account'>) {
  const { t } = useTranslation();
  const { user } = page.data;
  const errors = useFormErrors('password');
  return (
    <AccountSection id="password" title={t('account:password.title')} saved={['password']}>
      <p className="mb-4 text-muted">{t('account:password.how')}</p>
      <FoldedForm label={t('account:password.change')} open={errors.failed}>
        <Form method="post" noValidate className="grid gap-4">
          <input type="hidden" name="form" value="password" />
          {/* Tells password managers whose password it is. */}
          <input type="hidden" name="username" autoComplete="username" value={user.email} />
          <FormErrors errors={errors} />
          <PasswordField
            name="currentPassword"
            label={t('account:password.current')}
            error={errors.field('currentPassword')}
            autoComplete="current-password"
          />
          <NewPasswordFields
            labels={{ password: t('account:password.new'), confirm: t('account:password.confirm') }}
            error={errors.field}
          />
          <Submit label={t('account:password.submit')} />
        </Form>
      </FoldedForm>
    </AccountSection>
  );
}
