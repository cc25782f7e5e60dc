import { useTranslation } from '../../i18n/react';
import type { DestinationTile } from '../../gw/types';
import { LocalizedLink } from '../../router/LocalizedLink';
import { useLang } from '../../router/page';
import { paths } from '../../router/paths';
import { Icon } from '../page/Icon';
import { DestinationSearch } from '../search/DestinationSearch';

export const SELLING_POINTS = ['fast', 'refund', 'people'] as const;
const CHIPS = 6;

/** The slogan, the destination search, the most popular destinations, and three selling points. */
export function HomeHero({ destinations }: { destinations: readonly DestinationTile[] }) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <div className="relative gradient-brand text-white">
      <Routes />
      <div className="container-page relative py-10 sm:py-16">
        <h1 className="max-w-[640px] text-32 font-semibold leading-tight sm:text-40">
          {t('home:hero.title')}
        </h1>
        <p className="mt-3 max-w-[560px] text-16 sm:text-20">{t('home:hero.benefit')}</p>
        <div className="mt-6 max-w-[560px]">
          <DestinationSearch id="search-home" large />
        </div>
        <ul aria-label={t('home:hero.popular')} className="mt-4 flex max-w-[640px] flex-wrap gap-2">
          {destinations.slice(0, CHIPS).map(({ code, name, href }) => (
            <li key={code}>
              <LocalizedLink
                to={href}
                className={`${CHIP} border border-white/50 hover:border-white`}
              >
                {name}
              </LocalizedLink>
            </li>
          ))}
          <li>
            <LocalizedLink to={paths.listing(lang)} className={CHIP}>
              {t('home:hero.all')}
              <Icon name="right" className="size-4" />
            </LocalizedLink>
          </li>
        </ul>
        <ul className="mt-6 flex flex-wrap gap-x-6 gap-y-2">
          {SELLING_POINTS.map((proof) => (
            <li key={proof} className="flex items-center gap-2 text-14 font-medium">
              <Icon name="check" className="size-4" />
              {t(`home:hero.proof.${proof}`)}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

const CHIP =
  'inline-flex min-h-11 items-center gap-1 rounded-full px-4 font-medium hover:underline focus-visible:outline-white';

const STOPS = [
  [760, 250],
  [900, 120],
  [1050, 210],
  [1130, 60],
] as const;

// A trip: stops, the way between them, and the signal at each.
function Routes() {
  return (
    <svg
      className="absolute inset-0 size-full opacity-60 max-lg:opacity-25"
      viewBox="0 0 1200 320"
      preserveAspectRatio="xMaxYMid slice"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
      focusable="false"
    >
      <path
        d="M600 330C660 300 700 262 760 250S850 130 900 120s100 92 150 90 60-100 80-150 60-70 100-70"
        strokeWidth="2"
        strokeDasharray="2 9"
        strokeLinecap="round"
        strokeOpacity=".7"
      />
      {STOPS.map(([x, y]) => (
        <g key={x} strokeWidth="1.5">
          {[20, 44].map((r, i) => (
            <circle key={r} cx={x} cy={y} r={r} strokeOpacity={0.34 - i * 0.14} />
          ))}
          <circle cx={x} cy={y} r="5" fill="currentColor" stroke="none" />
        </g>
      ))}
    </svg>
  );
}
