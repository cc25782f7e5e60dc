import { AuthFrame } from '../components/access/AuthFrame';
import { registrationOf, validateBeforeCode } from '../components/access/registration';
import { SignupForm } from '../components/access/SignupForm';
import { withFieldError } from '../components/form/fieldErrors';
import { sendCode, type CodeStep } from '../components/form/codeStep';
import { trimmed } from '../components/form/formText';
import { useTranslation } from '../i18n/react';
import { switchesLanguage } from '../drafts/otherLanguage';
import { TextLink } from '../router/LocalizedLink';
import {
  failed,
  doneWithValues,
  type PageAction,
  type PageHandle,
  type PageProps,
  seeOther,
} from '../router/module';
import { useLang } from '../router/page';
import { redirectPathOf, paths } from '../router/paths';

// The password is sealed in the browser, so the application is loaded on any connection.
export const handle: PageHandle = { i18n: ['auth'], js: 'always', hideHeader: true };

// Two intents of one form: `send` mails a code for a form that is right so far, `register` makes the account.
export const action: PageAction = async ({ form, gw, lang, url }) => {
  const step: CodeStep = { step: 'code' };
  const now = form.has('code') ? step : {};
  if (switchesLanguage(form)) return doneWithValues(form, now);
  if (form.get('intent') === 'register') {
    const idempotencyKey = trimmed(form, 'idempotencyKey');
    const made = await gw.seal('/auth/register', registrationOf(form), { idempotencyKey });
    if (made.ok) return seeOther(redirectPathOf(url) ?? paths.account(lang));
    return failed(form, withFieldError(made), step);
  }
  const wrong = await validateBeforeCode(gw, form);
  if (wrong) return failed(form, wrong, now);
  const ask = { channel: 'email', target: trimmed(form, 'email'), purpose: 'signup' } as const;
  return sendCode(gw, form, ask);
};

export function Component({ page }: PageProps<'signup'>) {
  const { t } = useTranslation();
  const lang = useLang();
  const { redirect } = page.data;
  return (
    <AuthFrame
      title={t('auth:signup.title')}
      intro={t('auth:signup.intro')}
      after={
        <p>
          {t('auth:signup.have')}{' '}
          <TextLink to={paths.login(lang, redirect)} className="font-medium">
            {t('auth:signup.login')}
          </TextLink>
        </p>
      }
    >
      <SignupForm page={page} />
    </AuthFrame>
  );
}
