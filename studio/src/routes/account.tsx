import { useTranslation } from 'react-i18next';
import { useLoaderData } from 'react-router';
import { call } from '../api/client';
import { load } from '../api/load';
import type { Account, Member } from '../api/types';
import { Button } from '../components/Button';
import { Field, Select } from '../components/Field';
import { Outcome } from '../components/Outcome';
import { Page } from '../components/Page';
import { Passkeys } from '../components/Passkeys';
import { Section } from '../components/Section';
import { Sessions } from '../components/Sessions';
import { setLanguage, type Lang } from '../i18n';
import { useForm } from '../useMutation';

/** Reads the member's account: name, language, passkeys, sessions. */
export const loader = ({ request }: { request: Request }) => load<Account>(request, '/account');

/** The account page of the logged-in member. */
export function Component() {
  const { t } = useTranslation();
  const { member, passkeys, sessions } = useLoaderData<Account>();
  return (
    <Page title={t('account.title')} intro={member.email}>
      <div className="mt-6 grid max-w-[800px] gap-6">
        <Profile member={member} />
        <Passkeys list={passkeys} />
        <Sessions list={sessions} />
      </div>
    </Page>
  );
}

function Profile({ member }: { member: Member }) {
  const { t } = useTranslation();
  const { error, done, busy, onSubmit } = useForm(async ({ name, locale }) => {
    await call('PATCH', '/account', { name, locale });
    await setLanguage(locale as Lang);
  });
  return (
    <Section title={t('account.profile')}>
      <form noValidate className="mt-4 grid gap-4" onSubmit={onSubmit}>
        <Field
          name="name"
          autoComplete="name"
          label={t('people.name')}
          defaultValue={member.name}
          error={error?.fields.name}
          maxLength={80}
          required
        />
        <Select
          key={member.locale}
          name="locale"
          label={t('invitation.language')}
          defaultValue={member.locale}
        >
          <option value="en">English</option>
          <option value="zh">简体中文</option>
        </Select>
        <Outcome error={error?.fields.name ? undefined : error} done={done && t('common.saved')} />
        <Button busy={busy} className="justify-self-start">
          {t('common.save')}
        </Button>
      </form>
    </Section>
  );
}
