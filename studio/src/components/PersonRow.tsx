import { useTranslation } from 'react-i18next';
import { useRevalidator } from 'react-router';
import { ApiError, call } from '../api/client';
import { ROLES, type Person } from '../api/types';
import { useMember } from '../useMember';
import { useForm, useMutation } from '../useMutation';
import { Button } from './Button';
import { Confirm } from './Confirm';
import { Outcome } from './Outcome';
import { formatTime } from './formatTime';

/** A member with the controls for role and access; members cannot change their own. */
export function PersonRow({ person }: { person: Person }) {
  const { t } = useTranslation();
  const { id, name, email, role, disabled } = person;
  const self = useMember().id === id;
  const { revalidate } = useRevalidator();
  const change = useForm(async ({ role: next }) => {
    try {
      await call('PATCH', `/people/${id}`, { seen: role, role: next });
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) await revalidate();
      throw error;
    }
  });
  const access = useMutation((off: boolean) => call('PATCH', `/people/${id}`, { disabled: off }));
  const seen = person.seenAt ? formatTime(person.seenAt) : t('common.never');
  const keys = person.passkeys
    ? t('people.passkeys', { count: person.passkeys })
    : t('people.noPasskeys');
  return (
    <li className="grid gap-2 py-3 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center lg:gap-6">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">
          {name}
          {self && <span className="font-normal text-muted"> ({t('people.you')})</span>}
        </p>
        <p className="text-14 wrap-anywhere">{email}</p>
        <p className="text-14 text-muted">
          {disabled ? t('people.disabled') : t('people.active')} · {keys} ·{' '}
          {t('people.lastSeen', { date: seen })}
        </p>
      </div>
      {self ? (
        <p>{t(`roles.${role}`)}</p>
      ) : (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <form className="flex flex-wrap items-center gap-2" onSubmit={change.onSubmit}>
            <select
              key={role}
              name="role"
              defaultValue={role}
              className="field w-auto!"
              aria-label={t('people.roleOf', { name })}
            >
              {ROLES.map((one) => (
                <option key={one} value={one}>
                  {t(`roles.${one}`)}
                </option>
              ))}
            </select>
            <Button look="secondary" busy={change.busy}>
              {t('people.setRole')}
            </Button>
          </form>
          {disabled ? (
            <Button
              type="button"
              look="link"
              aria-label={t('people.enableOf', { name })}
              busy={access.busy}
              onClick={() => void access.run(false)}
            >
              {t('people.enable')}
            </Button>
          ) : (
            <Confirm
              label={t('people.disable')}
              name={t('people.disableOf', { name })}
              question={t('people.disableQuestion', { name })}
              busy={access.busy}
              onConfirm={() => void access.run(true)}
            />
          )}
        </div>
      )}
      <div className="lg:col-span-2">
        <Outcome error={change.error ?? access.error} done={change.done && t('common.saved')} />
      </div>
    </li>
  );
}
