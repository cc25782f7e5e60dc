import { useTranslation } from '../../i18n/react';
import { LocalizedLink } from '../../router/LocalizedLink';
import { useLang } from '../../router/page';
import { paths } from '../../router/paths';

export type Crumb = { label: string; to?: string };

/** Links from the start page to this page, which is the last one. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const { t } = useTranslation();
  const home = { label: t('common:home'), to: paths.home(useLang()) };
  return (
    <nav aria-label={t('common:breadcrumbs')} className="py-2 text-14 text-muted">
      <ol className="flex flex-wrap items-center">
        {[home, ...crumbs].map(({ label, to }, i) => (
          <li key={i} className="flex min-w-0 items-center">
            {to ? (
              <LocalizedLink
                to={to}
                className="inline-flex min-h-11 items-center hover:text-primary"
              >
                {label}
              </LocalizedLink>
            ) : (
              <span aria-current="page" className="min-w-0 py-2 wrap-anywhere">
                {label}
              </span>
            )}
            {/* Behind its crumb: a line never begins with it. */}
            {i < crumbs.length && (
              <span aria-hidden="true" className="px-2">
                /
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
