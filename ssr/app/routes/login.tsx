import { useLocation } from 'react-router';
import { AuthFrame } from '../components/access/AuthFrame';
import { LoginByEmail } from '../components/access/LoginByEmail';
import { LoginByPhone } from '../components/access/LoginByPhone';
import type { LoginMethod } from '../components/access/LoginParts';
import { withFieldError } from '../components/form/fieldErrors';
import { sendCode } from '../components/form/codeStep';
import { trimmed, untrimmed } from '../components/form/formText';
import { Alert } from '../components/page/Alert';
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
import { useActionErrors, useLang } from '../router/page';
import { redirectPathOf, paths } from '../router/paths';

// The password is sealed in the browser, so the application is loaded on any connection.
export const handle: PageHandle = { i18n: ['auth'], js: 'always', hideHeader: true };

// Classes of a sentence with its link: in one row, or below each other.
const AFTER = 'flex flex-wrap items-center justify-center gap-x-2';

export const action: PageAction = async ({ form, gw, lang, url }) => {
  if (switchesLanguage(form)) return doneWithValues(form);
  const byPhone = form.get('by') === 'phone';
  const phone = trimmed(form, 'phone');
  if (form.get('intent') === 'send') {
    const ask = { channel: 'sms', target: phone, purpose: 'login' } as const;
    return sendCode(gw, form, ask, { target: 'phone' });
  }
  const result = await gw.seal(
    '/auth/token/login',
    byPhone
      ? { by: 'phone', phone, code: trimmed(form, 'code') }
      : { email: trimmed(form, 'email'), password: untrimmed(form, 'password') },
  );
  if (result.ok) return seeOther(redirectPathOf(url) ?? paths.account(lang));
  return failed(form, withFieldError(result), { lockedUntil: result.data?.lockedUntil });
};

export function Component({ page }: PageProps<'login'>) {
  const { t } = useTranslation();
  const lang = useLang();
  const { redirect } = page.data;
  const { search } = useLocation();
  const errors = useActionErrors();
  const asked = new URLSearchParams(search);
  const before = (['reset', 'ended', 'over'] as const).find((name) => asked.has(name));
  const method = errors.value('by', 'email');
  return (
    <AuthFrame
      title={t('auth:login.title')}
      intro={t('auth:login.intro')}
      after={
        <>
          <p className={AFTER}>
            {t('auth:login.new')}
            <TextLink to={paths.signup(lang, { redirect })} className="font-medium">
              {t('auth:login.signup')}
            </TextLink>
          </p>
          <p className={`text-14 text-muted ${AFTER}`}>
            {t('auth:login.guest')}
            <TextLink to={paths.track(lang)}>{t('auth:login.track')}</TextLink>
          </p>
        </>
      }
    >
      {before && !errors.failed && (
        <div className="mb-4">
          <Alert kind={before === 'reset' ? 'success' : 'info'} live>
            {t(`auth:login.${before}`)}
          </Alert>
        </div>
      )}
      <div>
        <fieldset className="mb-4 grid grid-cols-2 gap-1 rounded-control bg-mist p-1">
          <legend className="sr-only">{t('auth:login.by')}</legend>
          <LoginMethodTab
            key={`email ${method}`}
            method="email"
            chosen={method}
            label={t('auth:login.byEmail')}
          />
          <LoginMethodTab
            key={`phone ${method}`}
            method="phone"
            chosen={method}
            label={t('auth:login.byPhone')}
          />
        </fieldset>
        <div className="[main:has([value=phone]:checked)_&]:hidden">
          <LoginByEmail page={page} />
        </div>
        <div className="hidden [main:has([value=phone]:checked)_&]:block">
          <LoginByPhone page={page} />
        </div>
      </div>
    </AuthFrame>
  );
}

// A radio button that looks like a tab: the style sheet shows its form, without scripts too.
function LoginMethodTab({
  method,
  chosen,
  label,
}: {
  method: LoginMethod;
  chosen: string;
  label: string;
}) {
  return (
    <label className="grid min-h-11 place-items-center rounded-control px-2 text-center font-medium text-muted has-checked:bg-paper has-checked:text-ink has-checked:raised-low has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary">
      <input
        type="radio"
        name="way"
        value={method}
        defaultChecked={method === chosen}
        className="sr-only"
      />
      {label}
    </label>
  );
}
