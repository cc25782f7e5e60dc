import type { Sim } from '../../gw/types';
import { zonedTime } from '../../i18n/format';
import { useTranslation } from '../../i18n/react';
import { LocalizedLink } from '../../router/LocalizedLink';
import { useLang, useShell } from '../../router/page';
import { SimHint } from './SimHint';
import { SimUsage } from './SimUsage';

/** A SIM in a list: its plan, state, validity and usage; its own page is below `list`. */
export function SimCard({ sim, list }: { sim: Sim; list: string }) {
  const { t } = useTranslation();
  const lang = useLang();
  const zone = useSimZone(sim);
  return (
    <article className="card grid gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 className="text-20 font-semibold">{sim.name ?? t('sims:unnamed')}</h2>
          <p className="text-14 text-muted">
            <SimIdentity sim={sim} />
          </p>
        </div>
        <SimStates sim={sim} />
      </div>
      {sim.validUntil && (
        <p>{t('sims:validUntil', { time: zonedTime(sim.validUntil, lang, zone) })}</p>
      )}
      <SimUsage usage={sim.usage} zone={zone} endless />
      <SimHint sim={sim} list={list} />
      <p>
        <LocalizedLink
          to={`${list}?simId=${sim.simId}`}
          aria-label={t('sims:detailsOf', { last4: sim.iccidLast4 })}
          className="btn btn-secondary"
        >
          {t('sims:details')}
        </LocalizedLink>
      </p>
    </article>
  );
}

/** Zone in which the times of a SIM are shown: that of its plan, or the site's. */
export function useSimZone({ dayZone }: Sim): string {
  const { tenant } = useShell();
  return dayZone ?? tenant.timeZone;
}

/** Type, number and the end of the card's number. */
export function SimIdentity({ sim: { simType, phone, iccidLast4 } }: { sim: Sim }) {
  const { t } = useTranslation();
  return (
    <>
      {t(`plan:simType.${simType}`)}
      {phone && <> · {phone}</>} · {t('sims:card', { last4: iccidLast4 })}
    </>
  );
}

const TONE: Partial<Record<Sim['state'] | Sim['realName'], string>> = {
  active: 'bg-primary-soft text-primary-strong',
  installed: 'bg-primary-soft text-primary-strong',
  verified: 'bg-success-soft text-success',
  real_name_needed: 'bg-warning-soft text-warning',
  used_up: 'bg-warning-soft text-warning',
  reissuing: 'bg-warning-soft text-warning',
  rejected: 'bg-danger-soft text-danger',
  expired: 'bg-danger-soft text-danger',
};
const BADGE = 'rounded-full px-3 py-1 text-14 font-medium';

/** The state, and the registration where one is needed, each in words. */
export function SimStates({ sim }: { sim: Sim }) {
  const { t } = useTranslation();
  return (
    <p className="flex flex-wrap gap-2">
      <span className={`${BADGE} ${TONE[sim.state] ?? 'bg-mist'}`}>{sim.stateText}</span>
      {sim.realNameNeeded && (
        <span className={`${BADGE} ${TONE[sim.realName] ?? 'bg-mist'}`}>
          {t('sims:realName.badge', { state: sim.realNameText })}
        </span>
      )}
    </p>
  );
}
