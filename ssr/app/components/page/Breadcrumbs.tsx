import { useTranslation } from '../../i18n/react';
import { LocalizedLink } from '../../router/LocalizedLink';

export type Crumb = { label: string; to?: string };

/** The way to this page; the last crumb is the page itself. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('common:breadcrumbs')} className="py-2 text-14 text-muted">
      <ol className="flex flex-wrap items-center">
        {crumbs.map(({ label, to }, i) => (
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
            {i < crumbs.length - 1 && (
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
