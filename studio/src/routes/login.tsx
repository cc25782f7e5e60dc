import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { call } from '../api/client';
import * as passkeys from '../api/passkeys';
import type { Member, Ticket } from '../api/types';
import { Button } from '../components/Button';
import { Field } from '../components/Field';
import { Outcome } from '../components/Outcome';
import { Page } from '../components/Page';
import { LoggedOutLayout } from '../layout/LoggedOutLayout';
import { safeNext } from '../login';
import { useForm, useMutation } from '../useMutation';

/** The login page: with a passkey, or with a code by mail. */
export function Component() {
  const { t } = useTranslation();
  const { state } = useLocation() as { state: { ended?: boolean } | null };
  const [asked, setAsked] = useState<(Ticket & { email: string }) | null>(null);
  const enter = useEnter();
  const passkey = useMutation(async () => {
    await passkeys.login();
    await enter();
  });
  return (
    <LoggedOutLayout>
      <Page title={t('login.title')} intro={t('login.intro')}>
        {state?.ended && (
          <p role="status" className="mt-4">
            {t('login.ended')}
          </p>
        )}
        <section className="mt-6 grid gap-3">
          {passkeys.isSupported() ? (
            <>
              <Button type="button" busy={passkey.busy} onClick={() => void passkey.run()}>
                {t('login.passkey')}
              </Button>
              <p className="text-14 text-muted">{t('login.passkeyHint')}</p>
            </>
          ) : (
            <p>{t('login.noPasskeys')}</p>
          )}
          <Outcome error={passkey.error} />
        </section>
        <section className="mt-6 border-t border-line pt-6">
          <h2 className="text-20 font-semibold">
            {t(asked ? 'login.sentTitle' : 'login.codeTitle')}
          </h2>
          {asked ? (
            <EnterCode
              key={asked.ticket}
              asked={asked}
              onAsked={setAsked}
              onBack={() => setAsked(null)}
            />
          ) : (
            <AskForCode onAsked={setAsked} />
          )}
        </section>
      </Page>
    </LoggedOutLayout>
  );
}

type Asked = Ticket & { email: string };

/** Returns a function that goes to the page after the login. */
function useEnter() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  return () => navigate(safeNext(search.get('next')), { replace: true });
}

function AskForCode({ onAsked }: { onAsked: (asked: Asked) => void }) {
  const { t } = useTranslation();
  const { error, busy, onSubmit } = useForm(async ({ email = '' }) => {
    onAsked({ ...(await call<Ticket>('POST', '/login/code/send', { email })), email });
  });
  return (
    <form noValidate className="mt-4 grid gap-4" onSubmit={onSubmit}>
      <Field
        name="email"
        type="email"
        autoComplete="username webauthn"
        label={t('login.email')}
        error={error?.fields.email}
        required
      />
      {!error?.fields.email && <Outcome error={error} />}
      <Button look="secondary" busy={busy}>
        {t('login.send')}
      </Button>
    </form>
  );
}

type CodeProps = { asked: Asked; onAsked: (asked: Asked) => void; onBack: () => void };

function EnterCode({ asked, onAsked, onBack }: CodeProps) {
  const { t } = useTranslation();
  const enter = useEnter();
  const { error, busy, onSubmit } = useForm(async ({ code = '' }) => {
    await call<Member>('POST', '/login/code', { ticket: asked.ticket, code });
    await enter();
  });
  const again = useMutation(async () => {
    const { email } = asked;
    onAsked({ ...(await call<Ticket>('POST', '/login/code/send', { email })), email });
  });
  const wait = useCountdown(asked.resendAfter);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <form noValidate className="mt-4 grid gap-4" onSubmit={onSubmit}>
      <p role="status">
        {t('login.sent', { email: asked.email, minutes: Math.round(asked.expiresIn / 60) })}
      </p>
      <Field
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        label={t('login.code')}
        hint={t('login.codeHint')}
        error={error?.fields.code ?? (error?.code.startsWith('code_') ? error.message : '')}
        required
        ref={field}
      />
      {!error?.fields.code && !error?.code.startsWith('code_') && <Outcome error={error} />}
      <Outcome error={again.error} />
      <Button busy={busy}>{t('login.submit')}</Button>
      <div className="flex flex-wrap gap-x-6">
        <Button
          type="button"
          look="link"
          busy={again.busy || wait > 0}
          onClick={() => void again.run()}
        >
          {wait > 0 ? t('login.againIn', { seconds: wait }) : t('login.again')}
        </Button>
        <Button type="button" look="link" onClick={onBack}>
          {t('login.otherEmail')}
        </Button>
      </div>
    </form>
  );
}

/** Seconds until the next code can be asked for. */
function useCountdown(resendAfter: number): number {
  const [left, setLeft] = useState(resendAfter);
  useEffect(() => {
    const until = Date.now() + resendAfter * 1000;
    const tick = () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000)));
    tick();
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [resendAfter]);
  return left;
}
