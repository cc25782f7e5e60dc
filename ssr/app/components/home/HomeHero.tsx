import { useTranslation } from '../../i18n/react';
import { LocalizedLink } from '../../router/LocalizedLink';
import { useLang } from '../../router/page';
import { paths } from '../../router/paths';
import { Icon } from '../page/Icon';
import { DestinationSearch } from './DestinationSearch';

/** What the shop is for in one sentence, and the question every trip starts with: where to. */
export function HomeHero() {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <div className="relative overflow-hidden ground-brand text-white">
      <Routes />
      <div className="container-page relative py-12 sm:py-20">
        <h1 className="max-w-[640px] text-32 font-semibold leading-tight sm:text-40">
          {t('home:hero.title')}
        </h1>
        <div className="mt-6 max-w-[560px]">
          <DestinationSearch id="search-home" large />
        </div>
        <LocalizedLink
          to={paths.listing(lang)}
          className="mt-3 inline-flex min-h-11 items-center gap-1 font-medium underline-offset-4 hover:underline focus-visible:outline-white"
        >
          {t('home:hero.all')}
          <Icon name="right" className="size-4" />
        </LocalizedLink>
      </div>
    </div>
  );
}

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
      stroke="#fff"
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
          {[18, 36, 58].map((r, i) => (
            <circle key={r} cx={x} cy={y} r={r} strokeOpacity={0.34 - i * 0.1} />
          ))}
          <circle cx={x} cy={y} r="5" fill="#fff" stroke="none" />
        </g>
      ))}
    </svg>
  );
}
