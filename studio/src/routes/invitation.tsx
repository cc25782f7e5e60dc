import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLoaderData, useNavigate } from 'react-router';
import { call, ApiError } from '../api/client';
import * as passkeys from '../api/passkeys';
import type { Invitation } from '../api/types';
import { Button } from '../components/Button';
import { Field, Select } from '../components/Field';
import { Outcome } from '../components/Outcome';
import { Page } from '../components/Page';
import { i18n, currentLang, setLanguage, type Lang } from '../i18n';
import { LoggedOutLayout } from '../layout/LoggedOutLayout';
import { useForm } from '../useMutation';

type Data = { token: string; invitation: Invitation | null; reason: string };

/** Looks up the invitation. Its token is in the fragment of the address, which reaches no server and no log. */
export async function loader({ request }: { request: Request }): Promise<Data> {
  const token = location.hash.slice(1);
  if (!token) return { token, invitation: null, reason: i18n.t('invitation.missing') };
  try {
    const invitation = await call<Invitation>('POST', '/invitation', { token }, request.signal);
    return { token, invitation, reason: '' };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    return { token, invitation: null, reason: error.message };
  }
}

// The loader must not run again after the form was sent: the invitation is used by then.
export const shouldRevalidate = () => false;

/** Accepts an invitation: takes a name and sets up the login. */
export function Component() {
  const { t } = useTranslation();
  const { token, invitation, reason } = useLoaderData<Data>();
  useEffect(() => {
    // The invitation's own language counts until somebody chooses another one.
    if (invitation) void setLanguage(invitation.locale);
  }, [invitation]);
  if (!invitation) {
    return (
      <LoggedOutLayout>
        <Page title={t('invitation.invalidTitle')}>
          <p className="mt-4">{reason}</p>
        </Page>
      </LoggedOutLayout>
    );
  }
  const { email, role } = invitation;
  return (
    <LoggedOutLayout>
      <Page
        title={t('invitation.title')}
        intro={t('invitation.intro', { role: t(`roles.${role}`), email })}
      >
        <Acceptance token={token} />
      </Page>
    </LoggedOutLayout>
  );
}

function Acceptance({ token }: { token: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [way, setWay] = useState<'passkey' | 'code'>('passkey');
  const { error, busy, onSubmit } = useForm(async ({ name = '', locale = currentLang() }, form) => {
    const passkey =
      form.dataset.way === 'passkey'
        ? await passkeys.create('/invitation/passkey/begin', { token, name })
        : null;
    await call('POST', '/invitation/accept', { token, name, locale, passkey });
    await navigate('/', { replace: true });
  });
  const supported = passkeys.isSupported();
  return (
    <form
      noValidate
      className="mt-6 grid gap-4"
      onSubmit={(event) => {
        const { submitter } = event.nativeEvent as SubmitEvent;
        const chosen = submitter?.dataset.way === 'code' || !supported ? 'code' : 'passkey';
        event.currentTarget.dataset.way = chosen;
        setWay(chosen);
        void onSubmit(event);
      }}
    >
      <Field
        name="name"
        autoComplete="name"
        label={t('invitation.name')}
        hint={t('invitation.nameHint')}
        error={error?.fields.name}
        maxLength={80}
        required
      />
      <Select
        name="locale"
        label={t('invitation.language')}
        value={currentLang()}
        onChange={({ currentTarget }) => void setLanguage(currentTarget.value as Lang)}
      >
        <option value="en">English</option>
        <option value="zh">简体中文</option>
      </Select>
      {!error?.fields.name && <Outcome error={error} />}
      {supported && (
        <>
          <p className="text-14 text-muted">{t('invitation.passkeyWhy')}</p>
          <Button data-way="passkey" busy={busy && way === 'passkey'}>
            {t('invitation.passkey')}
          </Button>
        </>
      )}
      <p className="text-14 text-muted">{t('invitation.codeWhy')}</p>
      <Button
        data-way="code"
        look={supported ? 'secondary' : 'primary'}
        busy={busy && way === 'code'}
      >
        {t('invitation.code')}
      </Button>
    </form>
  );
}
