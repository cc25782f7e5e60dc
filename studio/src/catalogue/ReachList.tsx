import { useTranslation } from 'react-i18next';
import type { Reach } from './types';

/** What a new price touches: pages by their kind, documents, carts and unpaid orders. */
export function ReachList({ reach }: { reach: Reach }) {
  const { t } = useTranslation('studio-catalogue');
  const { pages, documents, carts, orders, partly } = reach;
  return (
    <div className="grid gap-2 text-14">
      {pages.length === 0 && <p>{t('reach.nowhere')}</p>}
      {[
        ...pages.map(({ kind, paths }) => ({ name: t(`reach.kinds.${kind}`), paths })),
        { name: t('reach.documents'), paths: documents },
      ]
        .filter(({ paths }) => paths.length > 0)
        .map(({ name, paths }) => (
          <details key={name}>
            <summary className="min-h-9 content-center">
              {t('reach.some', { name, count: paths.length })}
            </summary>
            <ul className="pl-5">
              {paths.map((path) => (
                <li key={path} className="wrap-anywhere">
                  {path}
                </li>
              ))}
            </ul>
          </details>
        ))}
      {partly && <p>{t('reach.partly')}</p>}
      {pages.length > 0 && <p>{t('reach.data')}</p>}
      <p>{t('reach.carts', { count: carts })}</p>
      <p>{t('reach.orders', { count: orders })}</p>
    </div>
  );
}
