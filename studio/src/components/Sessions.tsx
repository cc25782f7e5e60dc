import { useTranslation } from 'react-i18next';
import { deviceName } from '../../../ssr/app/components/account/deviceName';
import { call } from '../api/client';
import type { Session } from '../api/types';
import { useMutation } from '../useMutation';
import { Button } from './Button';
import { Outcome } from './Outcome';
import { Section } from './Section';
import { formatTime } from './formatTime';

/** Where a member is logged in: one session or all others can be ended. */
export function Sessions({ list }: { list: Session[] }) {
  const { t } = useTranslation();
  const end = useMutation((id: string) => call('DELETE', `/account/sessions${id && `/${id}`}`));
  return (
    <Section title={t('account.sessions')}>
      <ul className="mt-2 divide-y divide-line">
        {list.map((session) => {
          const device = deviceName(session.device) || t('account.unknownDevice');
          const method = t(`account.by_${session.method}`);
          return (
            <li
              key={session.id}
              className="flex flex-wrap items-center justify-between gap-x-4 py-3"
            >
              <div className="min-w-0">
                <p className="font-medium">
                  {device}
                  {session.current && (
                    <span className="text-primary-strong"> · {t('account.current')}</span>
                  )}
                </p>
                <p className="text-14 text-muted">
                  {t('account.since', { date: formatTime(session.createdAt), method })}
                </p>
                <p className="text-14 text-muted">
                  {t('account.seen', { date: formatTime(session.seenAt) })} ·{' '}
                  {t('account.address', { address: session.address })}
                </p>
              </div>
              {!session.current && (
                <Button
                  type="button"
                  look="link"
                  aria-label={t('account.endSessionOf', { device })}
                  busy={end.busy}
                  onClick={() => void end.run(session.id)}
                >
                  {t('account.endSession')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <Outcome error={end.error} />
      {list.length > 1 && (
        <Button
          type="button"
          look="secondary"
          className="mt-4"
          busy={end.busy}
          onClick={() => void end.run('')}
        >
          {t('account.endOthers')}
        </Button>
      )}
    </Section>
  );
}
