import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { MissingItem } from './types';

/** The page where a missing item is added, by its code. */
const PATHS: Record<string, (site: string) => string> = {
  prices: (site) => `/catalogue?site=${site}`,
  plans: (site) => `/catalogue?site=${site}`,
  shipping: (site) => `/shipping?site=${site}`,
  drafts: (site) => `/texts?site=${site}`,
  texts: (site) => `/texts?site=${site}`,
  legal: (site) => `/texts?site=${site}`,
};

/** Lists what a site is missing, first the items that block its opening. @param site its id, to link to the pages where they are added */
export function MissingList({ lacks, site }: { lacks: MissingItem[]; site?: string }) {
  const { t } = useTranslation('studio-sites');
  if (lacks.length === 0) return <p className="text-14 text-muted">{t('lacks.none')}</p>;
  return (
    <ul className="grid gap-1 text-14">
      {lacks.map(({ code, count, blocks }) => {
        const path = site && PATHS[code]?.(site);
        const text = t(`lacks.${code}`, { count });
        return (
          <li key={code} className={blocks ? 'text-danger' : 'text-muted'}>
            {path ? (
              <Link className="underline underline-offset-2" to={path}>
                {text}
              </Link>
            ) : (
              text
            )}
            {blocks && ` · ${t('lacks.blocks')}`}
          </li>
        );
      })}
    </ul>
  );
}
