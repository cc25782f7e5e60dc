import type { Destination, DestinationFacts } from '../../gw/types';
import { money } from '../../i18n/format';
import { useTranslation } from '../../i18n/react';
import { useLang } from '../../router/page';
import { Flag } from '../page/Flags';
import { gradientOf } from '../plan/PlanArt';

type Props = { destination: Destination; facts: DestinationFacts; art?: string };

/** The destination's name, its lowest price, and its drawing if the shop has one, on the gradient of the region. */
export function DestinationHero({ destination, facts, art }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const { plans: count, from, currency } = facts;
  return (
    <div
      className={`flex flex-wrap items-end justify-between overflow-hidden rounded-card text-white ${gradientOf(destination.region)}`}
    >
      <div className="p-5 sm:p-8">
        <Flag code={destination.code} />
        <h1 className="mt-4 text-32 font-semibold leading-tight sm:text-40">
          {t('destination:title', { place: destination.name })}
        </h1>
        <p className="mt-2 text-20">
          {from !== undefined && currency
            ? t('destination:lead', { count, price: money(from, currency, lang) })
            : t('destination:leadUnpriced', { count })}
        </p>
      </div>
      {art && (
        // Drawn by the shop and sent with the page: it costs the application nothing.
        <div
          aria-hidden="true"
          className="ml-auto w-full max-w-[440px] max-sm:-mt-6"
          dangerouslySetInnerHTML={{ __html: art }}
        />
      )}
    </div>
  );
}
