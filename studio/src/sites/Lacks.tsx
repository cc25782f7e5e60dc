import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Lack } from './types';

/** Where what is missing is added, by its code. */
const WHERE: Record<string, (site: string) => string> = {
  prices: (site) => `/catalogue?site=${site}`,
  plans: (site) => `/catalogue?site=${site}`,
  shipping: (site) => `/shipping?site=${site}`,
  drafts: (site) => `/texts?site=${site}`,
  texts: (site) => `/texts?site=${site}`,
  legal: (site) => `/texts?site=${site}`,
};

/** What a site does not have: first what keeps it from being opened. @param site its number, where there are pages about it */
export function Lacks({ lacks, site }: { lacks: Lack[]; site?: string }) {
  const { t } = useTranslation('studio-sites');
  if (lacks.length === 0) return <p className="text-14 text-muted">{t('lacks.none')}</p>;
  return (
    <ul className="grid gap-1 text-14">
      {lacks.map(({ code, count, blocks }) => {
        const where = site && WHERE[code]?.(site);
        const text = t(`lacks.${code}`, { count });
        return (
          <li key={code} className={blocks ? 'text-danger' : 'text-muted'}>
            {where ? (
              <Link className="underline underline-offset-2" to={where}>
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
