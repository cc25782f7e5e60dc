import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../api/client';
import * as passkeys from '../api/passkeys';
import type { Passkey } from '../api/types';
import { useForm, useMutation } from '../useMutation';
import { Button } from './Button';
import { Confirm } from './Confirm';
import { Field } from './Field';
import { Outcome } from './Outcome';
import { Section } from './Section';
import { formatTime } from './formatTime';

/** A member's passkeys: one can be added, named and removed. */
export function Passkeys({ list }: { list: Passkey[] }) {
  const { t } = useTranslation();
  const { error, busy, onSubmit } = useForm(
    async ({ name }) => {
      const answer = await passkeys.create('/account/passkeys/begin', {});
      await call('POST', '/account/passkeys', { ...answer, name });
    },
    { reset: true },
  );
  return (
    <Section title={t('account.passkeys')}>
      {list.length === 0 && <p className="mt-4">{t('account.noPasskeys')}</p>}
      <ul className="mt-2 divide-y divide-line">
        {list.map((passkey) => (
          <Row key={passkey.id} passkey={passkey} />
        ))}
      </ul>
      {passkeys.isSupported() ? (
        <form noValidate className="mt-4 grid gap-4" onSubmit={onSubmit}>
          <Field
            name="name"
            label={t('account.passkeyName')}
            hint={t('account.passkeyNameHint')}
            maxLength={80}
          />
          <Outcome error={error} />
          <Button busy={busy} look="secondary" className="justify-self-start">
            {t('account.addPasskey')}
          </Button>
        </form>
      ) : (
        <p className="mt-4">{t('login.noPasskeys')}</p>
      )}
    </Section>
  );
}

function Row({ passkey: { id, name, createdAt, lastUsedAt } }: { passkey: Passkey }) {
  const { t } = useTranslation();
  const [naming, setNaming] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (naming) field.current?.focus();
  }, [naming]);
  const remove = useMutation(() => call('DELETE', `/account/passkeys/${id}`));
  const rename = useForm(async (typed) => {
    await call('PATCH', `/account/passkeys/${id}`, { name: typed.name });
    setNaming(false);
  });
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <div className="min-w-0">
          <p className="font-medium wrap-anywhere">{name}</p>
          <p className="text-14 text-muted">
            {t('account.created', { date: formatTime(createdAt) })} ·{' '}
            {lastUsedAt
              ? t('account.used', { date: formatTime(lastUsedAt) })
              : t('account.notUsed')}
          </p>
        </div>
        <div className="flex gap-4">
          <Button
            type="button"
            look="link"
            aria-expanded={naming}
            onClick={() => setNaming(!naming)}
          >
            {t('account.rename')}
          </Button>
          <Confirm
            label={t('account.remove')}
            question={t('account.removeQuestion', { name })}
            busy={remove.busy}
            onConfirm={() => void remove.run()}
          />
        </div>
      </div>
      <Outcome error={remove.error} />
      {naming && (
        <form noValidate className="mt-2 grid gap-3" onSubmit={rename.onSubmit}>
          <Field
            name="name"
            label={t('account.renameLabel', { name })}
            defaultValue={name}
            error={rename.error?.fields.name}
            maxLength={80}
            ref={field}
          />
          <Button look="secondary" busy={rename.busy} className="justify-self-start">
            {t('common.save')}
          </Button>
        </form>
      )}
    </li>
  );
}
