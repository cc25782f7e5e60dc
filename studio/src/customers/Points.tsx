import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatSiteTime } from '../catalogue/format';
import { Field } from '../components/Field';
import { ReasonForm } from '../components/ReasonForm';
import { Section } from '../components/Section';
import { Fact } from '../orders/Facts';
import type { Actions } from '../useActions';
import { usePermission } from '../useMember';
import { formatPoints, formatChange } from './formatPoints';
import { Pages } from './Pages';
import type { Customer, PointsEntry } from './types';

type Props = { customer: Customer; acts: Actions };

/** The points of a customer with their ledger; gives points and takes them. */
export function Points({ customer, acts }: Props) {
  const { t } = useTranslation('studio-customers');
  const mayGive = usePermission('refunds.give');
  const { spendable, pending, owed, ledger } = customer.points;
  return (
    <Section title={t('points.title')}>
      <dl className="mt-3 grid gap-3 sm:grid-cols-2">
        <Fact name={t('points.spendable')}>{formatPoints(spendable)}</Fact>
        <Fact name={t('points.pending')}>{formatPoints(pending)}</Fact>
        {owed > 0 && <Fact name={t('points.owed')}>{formatPoints(owed)}</Fact>}
      </dl>
      {mayGive && (
        <div className="mt-3 grid justify-items-start gap-3">
          <ChangeForm act="give" customer={customer} acts={acts} />
          <ChangeForm act="take" customer={customer} acts={acts} />
        </div>
      )}
      <h3 className="mt-6 font-semibold">{t('points.ledger')}</h3>
      {ledger.total === 0 && <p className="mt-2">{t('points.none')}</p>}
      <ul className="mt-2 divide-y divide-line empty:hidden">
        {ledger.items.map((entry, at) => (
          <Entry key={at} entry={entry} customer={customer} />
        ))}
      </ul>
      <Pages name="points" of={ledger} newer={t('points.newer')} older={t('points.older')} />
    </Section>
  );
}

/** A form that gives points or takes them. */
function ChangeForm({ act, customer, acts }: Props & { act: 'give' | 'take' }) {
  const { t } = useTranslation('studio-customers');
  const { email, points } = customer;
  const errors = acts.errors(act);
  return (
    <ReasonForm
      key={acts.times(act)}
      label={t(`points.${act}`)}
      reason={t('reason')}
      hint={t('reasonHint')}
      error={errors.reason}
      busy={acts.busy(act)}
      look={act === 'take' ? 'danger' : 'primary'}
      question={(form) => t(`points.${act}Question`, { points: String(form.get('points')), email })}
      onSend={(reason, form) =>
        void acts.run(act, 'points', {
          take: act === 'take',
          points: form.get('points'),
          last: points.last,
          reason,
        })
      }
    >
      <Field
        name="points"
        label={t('points.number')}
        hint={t(`points.${act}Hint`)}
        error={errors.points}
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        required
      />
    </ReasonForm>
  );
}

function Entry({ entry, customer }: { entry: PointsEntry; customer: Customer }) {
  const { t } = useTranslation('studio-customers');
  const { at, points, kind, state, orderNo, expiresAt } = entry;
  const { site, zone } = customer;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 py-2">
      <div className="min-w-0">
        <p className="wrap-anywhere">{kind}</p>
        {orderNo && (
          <p className="text-14">
            <Link className="link-alone wrap-anywhere" to={`/orders/${site.id}/${orderNo}`}>
              {orderNo}
            </Link>
          </p>
        )}
        <p className="text-14 text-muted">
          {[
            formatSiteTime(at, zone),
            state !== 'available' && t(`points.states.${state}`),
            expiresAt && t('points.expires', { time: formatSiteTime(expiresAt, zone) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <p className="font-medium tabular-nums">{formatChange(points)}</p>
    </li>
  );
}
