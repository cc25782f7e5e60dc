import type { Group } from '../../gw/types';
import { LocalizedLink } from '../../router/LocalizedLink';
import { useLang } from '../../router/page';
import { paths } from '../../router/paths';
import { Icon } from '../page/Icon';

/** The groups of the catalogue with their sentence. */
export function RegionLinks({ groups }: { groups: readonly Group[] }) {
  const lang = useLang();
  return (
    <ul className="card-flush grid gap-x-6 overflow-hidden px-4 sm:grid-cols-2">
      {groups.map(({ group, name, intro }) => (
        <li key={group} className="-mt-px border-t border-line">
          <LocalizedLink
            to={paths.group(lang, group)}
            className="flex h-full min-h-14 items-center justify-between gap-4 py-3 hover:text-primary"
          >
            <span>
              <span className="block font-semibold">{name}</span>
              {intro && <span className="block text-14 text-muted">{intro}</span>}
            </span>
            <Icon name="right" className="size-5 text-primary" />
          </LocalizedLink>
        </li>
      ))}
    </ul>
  );
}
