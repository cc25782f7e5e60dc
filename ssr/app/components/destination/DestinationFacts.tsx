import type { TFunction } from 'i18next';
import type { DestinationFacts as Facts } from '../../gw/types';
import { useTranslation } from '../../i18n/react';
import { realNameText } from '../plan/planText';

/** What the plans for a destination have in common, as far as the catalogue says. */
export function DestinationFacts({ place, facts }: { place: string; facts: Facts }) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="facts">
      <h2 id="facts" className="mb-3 text-24 font-semibold leading-tight">
        {t('destination:facts', { place })}
      </h2>
      <dl className="card grid gap-x-8 gap-y-3 min-[480px]:grid-cols-2 lg:grid-cols-5">
        {Object.entries(commonFacts(facts, t)).map(([key, value]) => (
          <div key={key}>
            <dt className="text-14 text-muted">{t(`destination:fact.${key}`)}</dt>
            <dd className="font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The facts in their order, by their names in the texts. */
export function commonFacts(facts: Facts, t: TFunction): Record<string, string> {
  const { plans, simTypes, networkTypes, hotspot, calls, realName, regimes, regimePlaces } = facts;
  return {
    sim: simTypes.map((type) => t(`plan:simType.${type}`)).join(t('plan:listSeparator')),
    network: networkTypes.join(t('plan:listSeparator')),
    hotspot: shareText('share', hotspot, plans, t),
    calls: shareText('share', calls, plans, t),
    realName:
      realName > 0
        ? `${shareText('need', realName, plans, t)} · ${realNameText(regimePlaces ?? regimes, t)}`
        : realNameText([], t),
  };
}

/** Of how many plans something holds; registration is needed by some at least where it is mentioned. */
function shareText(key: 'share' | 'need', some: number, count: number, t: TFunction): string {
  if (some === 0) return t('destination:share.none');
  if (some === count) return t(`destination:${key}.all`, { count });
  return t(`destination:${key}.some`, { some, count });
}
