import { LocalizedLink } from '../../router/LocalizedLink';
import { useLang, useShell } from '../../router/page';
import { paths } from '../../router/paths';
import { LogoMark } from './LogoMark';

/** Mark and brand name of the site; leads to the catalogue, as the specification has it. */
export function Logo() {
  const lang = useLang();
  const { tenant } = useShell();
  return (
    <LocalizedLink
      to={paths.listing(lang)}
      className="flex min-h-11 shrink-0 items-center gap-2 whitespace-nowrap text-20 font-semibold text-ink"
    >
      <LogoMark />
      <span>{tenant.name}</span>
    </LocalizedLink>
  );
}
