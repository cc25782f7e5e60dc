import { useTranslation } from 'react-i18next';
import { formatSiteTime } from '../catalogue/format';
import { ReasonForm } from '../components/ReasonForm';
import { Section } from '../components/Section';
import { Fact } from '../orders/Facts';
import type { Actions } from '../useActions';
import { usePermission } from '../useMember';
import type { Customer } from './types';

type Props = { customer: Customer; acts: Actions };

/** Who the customer is and how the account can be entered; ends sessions and lifts a login lock. */
export function Account({ customer, acts }: Props) {
  const { t } = useTranslation('studio-customers');
  const mayHandle = usePermission('customers.handle');
  const { site, zone, id, name, email, locale, since, access } = customer;
  const { sessions, generation, lockedUntil } = access;
  return (
    <Section title={t('account.title')}>
      <dl className="mt-3 grid gap-3 sm:grid-cols-2">
        <Fact name={t('account.number')}>{id}</Fact>
        <Fact name={t('account.name')}>{name}</Fact>
        <Fact name={t('account.email')}>
          <a className="link-alone" href={`mailto:${email}`}>
            {email}
          </a>
        </Fact>
        <Fact name={t('account.site')}>{site.name}</Fact>
        <Fact name={t('account.language')}>{t(`account.languages.${locale}`)}</Fact>
        <Fact name={t('account.since')}>{formatSiteTime(since, zone)}</Fact>
        <Fact name={t('account.sessions')}>{sessions ?? t('account.sessionsUnknown')}</Fact>
        <Fact name={t('account.login')}>
          {lockedUntil ? (
            <span className="text-warning">
              {t('account.locked', { time: formatSiteTime(lockedUntil, zone) })}
            </span>
          ) : (
            t('account.open')
          )}
        </Fact>
      </dl>
      {mayHandle && (
        <div className="mt-3 grid justify-items-start gap-3">
          {lockedUntil && (
            <ReasonForm
              label={t('account.unlock')}
              reason={t('reason')}
              hint={t('account.unlockHint')}
              error={acts.errors('unlock').reason}
              busy={acts.busy('unlock')}
              question={() => t('account.unlockQuestion', { email })}
              onSend={(reason) => void acts.run('unlock', 'unlock', { reason })}
            />
          )}
          {sessions !== 0 && (
            <ReasonForm
              key={acts.times('logout')}
              label={t('account.logout')}
              reason={t('reason')}
              hint={t('account.logoutHint')}
              error={acts.errors('logout').reason}
              busy={acts.busy('logout')}
              look="danger"
              question={() => t('account.logoutQuestion', { email })}
              onSend={(reason) => void acts.run('logout', 'logout', { generation, reason })}
            />
          )}
        </div>
      )}
    </Section>
  );
}
