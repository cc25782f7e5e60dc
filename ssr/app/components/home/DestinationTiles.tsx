import { useTranslation } from '../../i18n/react';
import type { DestinationTile } from '../../gw/types';
import { money } from '../../i18n/format';
import { LocalizedLink } from '../../router/LocalizedLink';
import { useLang } from '../../router/page';
import { Flag } from '../page/Flags';

/** Destinations with their flag and lowest price; each leads to its plans. */
export function DestinationTiles({ tiles }: { tiles: readonly DestinationTile[] }) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-3 sm:grid-cols-3 lg:grid-cols-4 lg:gap-4">
      {tiles.map(({ code, name, fromPrice, currency, href }) => (
        <li key={code}>
          <LocalizedLink
            to={href}
            className="card-flush flex h-full min-h-18 items-center gap-2.5 px-2.5 py-3 hover:border-primary hover:raised sm:gap-3 sm:p-4"
          >
            <Flag
              code={code}
              width="42"
              height="28"
              className="h-5 w-[30px] shrink-0 rounded-sm object-cover edge sm:h-7 sm:w-[42px]"
            />
            <span className="min-w-0">
              <span className="block font-semibold leading-snug">{name}</span>
              <span className="block text-14 text-muted">
                {t('home:destinations.from', { price: money(fromPrice, currency, lang) })}
              </span>
            </span>
          </LocalizedLink>
        </li>
      ))}
    </ul>
  );
}
