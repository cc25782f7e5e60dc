import { useTranslation } from '../../i18n/react';
import { LocalizedLink } from '../../router/LocalizedLink';

type Props = { page: number; pages: number; hrefOf: (page: number) => string };

const STEP =
  'grid min-h-11 min-w-11 place-items-center rounded-control border border-line bg-paper px-3 font-medium hover:border-primary aria-[current]:border-primary aria-[current]:bg-primary aria-[current]:text-white';

/** Links to the pages of a list: first, last and those around the current one. */
export function Pagination({ page, pages, hrefOf }: Props) {
  const { t } = useTranslation();
  if (pages < 2) return null;
  const shown = pageNumbers(page, pages);
  return (
    <nav aria-label={t('common:pages.label')} className="mt-8 flex flex-wrap justify-center gap-2">
      {page > 1 && (
        <LocalizedLink to={hrefOf(page - 1)} rel="prev" className={STEP}>
          {t('common:pages.previous')}
        </LocalizedLink>
      )}
      {shown.map((number, i) => (
        <span key={number} className="flex gap-2">
          {i > 0 && number - shown[i - 1]! > 1 && <span className="self-center text-muted">…</span>}
          <LocalizedLink
            to={hrefOf(number)}
            className={STEP}
            aria-label={t('common:pages.page', { number })}
            aria-current={number === page ? 'page' : undefined}
          >
            {number}
          </LocalizedLink>
        </span>
      ))}
      {page < pages && (
        <LocalizedLink to={hrefOf(page + 1)} rel="next" className={STEP}>
          {t('common:pages.next')}
        </LocalizedLink>
      )}
    </nav>
  );
}

/** Page numbers to show, ascending: `1 … 4 5 6 … 9`. */
export function pageNumbers(page: number, pages: number): number[] {
  const wanted = [1, page - 1, page, page + 1, pages].filter((n) => n >= 1 && n <= pages);
  return [...new Set(wanted)].sort((a, b) => a - b);
}
