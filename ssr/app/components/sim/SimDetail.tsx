import type { ReactNode } from 'react';
import { Form } from 'react-router';
import type { PageDataByKind } from '../../gw/page';
import type { SimDetail as Sim, SimPlan } from '../../gw/types';
import { zonedTime } from '../../i18n/format';
import { useTranslation } from '../../i18n/react';
import { LocalizedLink, TextLink } from '../../router/LocalizedLink';
import { useLang } from '../../router/page';
import { paths } from '../../router/paths';
import { AccountSection, FoldedForm } from '../account/AccountSection';
import { FormErrors } from '../form/FormErrors';
import { Submit } from '../form/Submit';
import { useFormErrors } from '../form/useFormErrors';
import { SimIdentity, SimStates, useSimZone } from './SimCard';
import { SimHint } from './SimHint';
import { SimRealName } from './SimRealName';
import { SimTopUps } from './SimTopUps';
import { SimUsage } from './SimUsage';
import { Timeline } from './Timeline';

type Props = {
  sim: Sim;
  topUps: PageDataByKind['account_sims']['topUps'];
  /** The page with the list of SIMs. */
  list: string;
  /** There is no other SIM in that list. */
  only?: boolean;
};

/** Everything about one SIM. */
export function SimDetail({ sim, topUps, list, only }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const zone = useSimZone(sim);
  // A form that the plan waits for comes before all that can only be used after it.
  const first = sim.realNameDesk.canSubmit;
  const register = <SimRealName sim={sim} zone={zone} />;
  return (
    <>
      {!only && (
        <p>
          <TextLink to={list} className="font-medium">
            {t('sims:back')}
          </TextLink>
        </p>
      )}
      {first && register}
      <AccountSection id="sim" title={sim.name ?? t('sims:unnamed')}>
        <div className="grid gap-4">
          <p className="text-muted">
            <SimIdentity sim={sim} />
          </p>
          <SimStates sim={sim} />
          <SimHint sim={sim} list={list} />
          <Timeline steps={sim.timeline} />
          <SimUsage usage={sim.usage} zone={zone} endless />
          <p className="flex flex-wrap gap-3 empty:hidden">
            {sim.installable && sim.orderNo && (
              <LocalizedLink
                to={paths.install(lang, sim.orderNo)}
                className={`btn btn-${sim.state === 'ready_to_install' ? 'primary' : 'secondary'}`}
              >
                {t('sims:install')}
              </LocalizedLink>
            )}
            {sim.orderNo && (
              <LocalizedLink
                to={paths.orderDetail(lang, sim.orderNo)}
                className="btn btn-secondary"
              >
                {t('sims:order')}
              </LocalizedLink>
            )}
          </p>
          <Facts sim={sim} zone={zone} />
        </div>
      </AccountSection>
      <Plans plans={sim.plans} zone={zone} />
      {topUps && <SimTopUps sim={sim} topUps={topUps} zone={zone} />}
      {!first && register}
      {sim.linked && <Unlink sim={sim} />}
    </>
  );
}

function Facts({ sim, zone }: { sim: Sim; zone: string }) {
  const { t } = useTranslation();
  const lang = useLang();
  const { validity } = sim;
  const time = (iso: string | undefined) => iso && zonedTime(iso, lang, zone);
  const facts: [string, ReactNode][] = [
    ['starts', validity && (time(validity.startedAt) ?? validity.activationText)],
    ['useBefore', time(validity?.useBefore)],
    ['until', time(validity?.until)],
    ['counted', validity?.ruleText],
    ['firstUsed', time(sim.firstUsedAt)],
    ['country', sim.country],
    ['device', sim.device],
    ['apn', sim.apn || (!sim.erasedAt && t('sims:fact.apnAuto'))],
    ['retires', time(sim.retiresAt)],
  ];
  return (
    <dl className="grid gap-2 border-t border-line pt-4">
      {facts
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name} className="grid sm:grid-cols-[200px_minmax(0,1fr)]">
            <dt className="text-muted">{t(`sims:fact.${name}`)}</dt>
            <dd className="font-medium break-words">{value}</dd>
          </div>
        ))}
    </dl>
  );
}

// In the order in which they are used up.
function Plans({ plans, zone }: { plans: readonly SimPlan[]; zone: string }) {
  const { t } = useTranslation();
  const lang = useLang();
  if (plans.length === 0) return null;
  return (
    <AccountSection id="plans" title={t('sims:plans.title')}>
      <ol className="grid gap-4">
        {plans.map((plan) => (
          <li key={plan.planId} className="grid gap-2 rounded-control border border-line p-4">
            <p className="flex flex-wrap justify-between gap-x-4">
              <span className="font-medium">{plan.name}</span>
              <span className="text-14 text-muted">{plan.stateText}</span>
            </p>
            {plan.endsAt && (
              <p className="text-14 text-muted">
                {t('sims:validUntil', { time: zonedTime(plan.endsAt, lang, zone) })}
              </p>
            )}
            <SimUsage usage={plan.usage} zone={zone} endless />
          </li>
        ))}
      </ol>
    </AccountSection>
  );
}

function Unlink({ sim }: { sim: Sim }) {
  const { t } = useTranslation();
  const errors = useFormErrors('unlink');
  return (
    <AccountSection id="unlink" title={t('sims:unlink.title')}>
      <FoldedForm label={t('sims:unlink.open')} open={errors.failed}>
        <Form method="post" className="grid gap-4">
          <input type="hidden" name="form" value="unlink" />
          <input type="hidden" name="simId" value={sim.simId} />
          <FormErrors errors={errors} />
          <p>{t('sims:unlink.text', { last4: sim.iccidLast4 })}</p>
          <Submit label={t('sims:unlink.submit')} look="danger" />
        </Form>
      </FoldedForm>
    </AccountSection>
  );
}
