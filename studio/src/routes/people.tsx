import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLoaderData } from 'react-router';
import { call } from '../api/client';
import { load } from '../api/load';
import { ROLES, type People } from '../api/types';
import { Button } from '../components/Button';
import { Confirm } from '../components/Confirm';
import { Field, Select } from '../components/Field';
import { Outcome } from '../components/Outcome';
import { Page } from '../components/Page';
import { PersonRow } from '../components/PersonRow';
import { Section } from '../components/Section';
import { formatTime } from '../components/formatTime';
import { currentLang } from '../i18n';
import { useForm, useMutation } from '../useMutation';

/** Members and open invitations. */
export const loader = ({ request }: { request: Request }) => load<People>(request, '/people');

/** Who works in the Studio, for whoever manages them. */
export function Component() {
  const { t } = useTranslation();
  const { people, invitations } = useLoaderData<People>();
  return (
    <Page title={t('people.title')}>
      <div className="mt-6 grid gap-6">
        <Section title={t('people.members')}>
          <p className="mt-1 text-14 text-muted">{t('people.roleNote')}</p>
          <ul className="mt-2 divide-y divide-line">
            {people.map((person) => (
              <PersonRow key={person.id} person={person} />
            ))}
          </ul>
        </Section>
        {invitations.length > 0 && <Waiting invitations={invitations} />}
        <Invite />
      </div>
    </Page>
  );
}

function Waiting({ invitations }: Pick<People, 'invitations'>) {
  const { t } = useTranslation();
  const revoke = useMutation((id: string) => call('DELETE', `/people/invitations/${id}`));
  return (
    <Section title={t('people.waiting')}>
      <Outcome error={revoke.error} />
      <ul className="mt-2 divide-y divide-line">
        {invitations.map(({ id, email, role, expiresAt }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 py-2">
            <div className="min-w-0">
              <p className="font-medium wrap-anywhere">{email}</p>
              <p className="text-14 text-muted">
                {t(`roles.${role}`)} · {t('people.until', { date: formatTime(expiresAt) })}
              </p>
            </div>
            <Confirm
              label={t('people.revoke')}
              name={t('people.revokeOf', { email })}
              question={`${t('people.revokeOf', { email })}?`}
              busy={revoke.busy}
              onConfirm={() => void revoke.run(id)}
            />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Invite() {
  const { t } = useTranslation();
  const [sentTo, setSentTo] = useState('');
  const { error, done, busy, onSubmit } = useForm(
    async ({ email = '', role, locale }) => {
      await call('POST', '/people/invitations', { email, role, locale });
      setSentTo(email);
    },
    { reset: true },
  );
  return (
    <Section title={t('people.invite')}>
      <form noValidate className="mt-4 grid gap-4 lg:max-w-[560px]" onSubmit={onSubmit}>
        <Field
          name="email"
          type="email"
          autoComplete="off"
          label={t('people.email')}
          error={error?.fields.email}
          required
        />
        <Select name="role" label={t('people.role')} defaultValue="editor">
          {ROLES.map((role) => (
            <option key={role} value={role}>
              {t('people.roleOption', { role: t(`roles.${role}`), hint: t(`rolesHint.${role}`) })}
            </option>
          ))}
        </Select>
        <Select name="locale" label={t('people.language')} defaultValue={currentLang()}>
          <option value="en">English</option>
          <option value="zh">简体中文</option>
        </Select>
        <Outcome
          error={error?.fields.email ? undefined : error}
          done={done && t('people.sent', { email: sentTo })}
        />
        <Button busy={busy} className="justify-self-start">
          {t('people.send')}
        </Button>
      </form>
    </Section>
  );
}
