import type { PageProps } from '../../router/module';
import { Form } from 'react-router';
import { zonedTime } from '../../i18n/format';
import { useTranslation } from '../../i18n/react';
import { useLang, useShell } from '../../router/page';
import { FormErrors } from '../form/FormErrors';
import { Submit } from '../form/Submit';
import { useFormErrors } from '../form/useFormErrors';
import { AccountSection } from './AccountSection';
import { deviceName } from './deviceName';

/** The customer's logins, and a button that ends all but this one. */
export function AccountSessions({ page }: PageProps<'account'>) {
  const { t } = useTranslation();
  const lang = useLang();
  const { timeZone } = useShell().tenant;
  const { sessions } = page.data;
  const errors = useFormErrors('sessions');
  const others = sessions.filter(({ current }) => !current);
  return (
    <AccountSection
      id="sessions"
      title={t('account:sessions.title')}
      saved={['sessions', 'session']}
    >
      <FormErrors errors={errors} />
      <ul className="mb-4 divide-y divide-line">
        {sessions.map(({ sessionId, device, seenAt, current }) => (
          <li key={sessionId} className="flex flex-wrap items-center justify-between gap-2 py-2">
            <div>
              <p className="font-medium">{deviceName(device) || t('account:sessions.unknown')}</p>
              <p className="text-14 text-muted">
                {current
                  ? t('account:sessions.this')
                  : t('account:sessions.seen', { time: zonedTime(seenAt, lang, timeZone) })}
              </p>
            </div>
            {!current && (
              <Form method="post">
                <input type="hidden" name="form" value="sessions" />
                <input type="hidden" name="sessionId" value={sessionId} />
                <Submit label={t('account:sessions.end')} look="secondary" />
              </Form>
            )}
          </li>
        ))}
      </ul>
      {others.length > 1 && (
        <Form method="post">
          <input type="hidden" name="form" value="sessions" />
          <Submit label={t('account:sessions.endOthers')} look="secondary" />
        </Form>
      )}
      {others.length === 0 && <p className="text-muted">{t('account:sessions.only')}</p>}
    </AccountSection>
  );
}
