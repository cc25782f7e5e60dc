import { useTranslation } from '../../i18n/react';
import type { Group } from '../../gw/types';
import { LocalizedLink } from '../../router/LocalizedLink';
import { useLang } from '../../router/page';
import { paths } from '../../router/paths';

const TAB =
  'pill whitespace-nowrap bg-paper px-4 lg:px-3 lg:text-14 hover:text-primary aria-[current]:border-primary aria-[current]:bg-primary aria-[current]:text-white';

/** All plans, or those of one region: each tab is a page of its own. Scrolls sideways on phones. */
export function RegionTabs({ groups, current }: { groups: readonly Group[]; current?: string }) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <nav
      aria-label={t('listing:regions')}
      className="-mx-4 overflow-x-auto px-4 py-1 sm:-mx-1 sm:px-1"
    >
      <ul className="flex gap-2 lg:flex-wrap">
        <li>
          <LocalizedLink
            to={paths.listing(lang)}
            className={TAB}
            aria-current={current ? undefined : 'page'}
          >
            {t('listing:allRegions')}
          </LocalizedLink>
        </li>
        {groups.map(({ group, name }) => (
          <li key={group}>
            <LocalizedLink
              to={paths.group(lang, group)}
              className={TAB}
              aria-current={group === current ? 'page' : undefined}
            >
              {name}
            </LocalizedLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
