import { useTranslation } from 'react-i18next';
import { formatSiteTime } from '../catalogue/format';
import { Field } from '../components/Field';
import { ReasonForm } from '../components/ReasonForm';
import { Section } from '../components/Section';
import type { Actions } from '../useActions';
import { usePermission } from '../useMember';
import type { Customer } from './types';

type Props = { customer: Customer; acts: Actions };

/** The promo codes that the customer was given; gives another one. */
export function Promos({ customer, acts }: Props) {
  const { t } = useTranslation('studio-customers');
  const mayGive = usePermission('refunds.give');
  const { zone, email, promos, more } = customer;
  const errors = acts.errors('grant');
  return (
    <Section title={t('promos.title')}>
      {promos.length === 0 && <p className="mt-3">{t('promos.none')}</p>}
      <ul className="mt-3 divide-y divide-line empty:hidden">
        {promos.map(({ code, reason, endsAt }) => (
          <li key={code} className="grid gap-1 py-2">
            <p className="font-medium wrap-anywhere">{code}</p>
            <p className="text-14">{reason || t('promos.usable')}</p>
            {endsAt && (
              <p className="text-14 text-muted">
                {t('promos.until', { time: formatSiteTime(endsAt, zone) })}
              </p>
            )}
          </li>
        ))}
      </ul>
      {more.includes('promos') && (
        <p className="mt-3 text-muted">{t('shown', { count: promos.length })}</p>
      )}
      {mayGive && (
        <div className="mt-3">
          <ReasonForm
            key={acts.times('grant')}
            label={t('promos.grant')}
            reason={t('reason')}
            hint={t('reasonHint')}
            error={errors.reason}
            busy={acts.busy('grant')}
            question={(form) =>
              t('promos.grantQuestion', { code: String(form.get('code')), email })
            }
            onSend={(reason, form) =>
              void acts.run('grant', 'promos', { code: form.get('code'), reason })
            }
          >
            <Field
              name="code"
              label={t('promos.code')}
              hint={t('promos.codeHint')}
              error={errors.code}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={64}
              required
            />
          </ReasonForm>
        </div>
      )}
    </Section>
  );
}
