import { AuthFrame } from '../components/access/AuthFrame';
import { ResetForm } from '../components/access/ResetForm';
import { withFieldError } from '../components/form/fieldErrors';
import { sendCode, type CodeStep } from '../components/form/codeStep';
import { trimmed, untrimmed } from '../components/form/formText';
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

// The new password is sealed in the browser, on any connection.
export const handle: PageHandle = { i18n: ['auth'], js: 'always', hideHeader: true };

// Three intents of one form: `send` mails a code, `have` asks for one that was mailed before, anything else sets the
// new password.
export const action: PageAction = async ({ form, gw, lang, url }) => {
  const email = trimmed(form, 'email');
  const intent = form.get('intent');
  const step: CodeStep = { step: 'code' };
  if (switchesLanguage(form)) return doneWithValues(form, form.has('code') ? step : {});
  if (intent === 'have') return doneWithValues(form, step);
  if (intent === 'send') {
    return sendCode(gw, form, { channel: 'email', target: email, purpose: 'reset' });
  }
  const result = await gw.seal('/auth/password/reset', {
    email,
    code: trimmed(form, 'code'),
    password: untrimmed(form, 'password'),
    confirmPassword: untrimmed(form, 'confirmPassword'),
  });
  if (result.ok) return seeOther(paths.login(lang, redirectPathOf(url), { reset: 1 }));
  return failed(form, withFieldError(result), step);
};

export function Component({ page }: PageProps<'forgot_password'>) {
  const { t } = useTranslation();
  const lang = useLang();
  const { redirect } = page.data;
  return (
    <AuthFrame
      title={t('auth:reset.title')}
      intro={t('auth:reset.intro')}
      after={
        <p>
          <TextLink to={paths.login(lang, redirect)} className="font-medium">
            {t('auth:reset.back')}
          </TextLink>
        </p>
      }
    >
      <ResetForm />
    </AuthFrame>
  );
}
