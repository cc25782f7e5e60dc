import type { PageProps } from '../../router/module';
import { Form } from 'react-router';
import { useTranslation } from '../../i18n/react';
import { LocalizedLink } from '../../router/LocalizedLink';
import { useActionErrors, useLang } from '../../router/page';
import { paths } from '../../router/paths';
import { Check } from '../form/Check';
import { CodeField, CodeSent, SendCode } from '../form/CodeField';
import type { CodeStep } from '../form/codeStep';
import { FormErrors } from '../form/FormErrors';
import { PasswordField } from '../form/PasswordField';
import { Submit } from '../form/Submit';

/** The form that deletes the account: password or mail code, a confirmation, and the button. */
export function DeleteForm({ page }: PageProps<'account_delete'>) {
  const { t } = useTranslation();
  const lang = useLang();
  const { user } = page.data;
  const errors = useActionErrors<CodeStep>();
  const byCode = errors.extra.step === 'code';
  return (
    <Form method="post" noValidate preventScrollReset className="card grid gap-4 border-danger">
      <h2 className="text-20 font-semibold">{t('account:delete.prove')}</h2>
      <FormErrors errors={errors} />
      <input type="hidden" name="email" value={user.email} autoComplete="username" />
      <div className="grid max-w-[480px] gap-4">
        {byCode ? (
          <>
            <CodeSent by="Mail" />
            <CodeField error={errors.field('code')} />
          </>
        ) : (
          <PasswordField
            name="password"
            label={t('account:delete.password')}
            error={errors.field('password')}
            autoComplete="current-password"
          />
        )}
      </div>
      <Check
        name="confirm"
        checked={errors.value('confirm') === '1'}
        error={errors.field('confirm')}
        required
      >
        {t('account:delete.confirm')}
      </Check>
      {/* First of the buttons: the one that Enter presses. Without the tick it erases nothing. */}
      <div className="flex flex-wrap gap-3">
        <Submit label={t('account:delete.submit')} look="danger" />
        <LocalizedLink to={paths.account(lang)} className="btn btn-secondary">
          {t('account:delete.keep')}
        </LocalizedLink>
      </div>
      <div className="flex flex-wrap gap-3 border-t border-line pt-4">
        {byCode ? (
          <>
            <SendCode target="email" />
            <Submit intent="password" label={t('account:delete.usePassword')} look="secondary" />
          </>
        ) : (
          <Submit intent="send" label={t('account:delete.useCode')} look="secondary" />
        )}
      </div>
    </Form>
  );
}
