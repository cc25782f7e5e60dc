import { useTranslation } from 'react-i18next';
import { MissingList } from './MissingList';
import type { CreatedSite } from './types';

/** Previews the site that would be created. */
export function Preview({ made }: { made: CreatedSite }) {
  const { t } = useTranslation('studio-sites');
  const { host, plans, entries, parts, texts, ways, lacks } = made;
  return (
    <>
      <h2 id="tried" className="text-20 font-semibold">
        {t('tried.title')}
      </h2>
      <p className="wrap-anywhere">{t('tried.hidden', { host })}</p>
      <ul className="list-disc pl-5">
        <li>{t('tried.plans', { count: plans.filter(({ price }) => price).length })}</li>
        <li>{t('tried.entries', { count: entries })}</li>
        {parts > 0 && <li>{t('tried.parts', { count: parts })}</li>}
        {texts > 0 && <li>{t('tried.texts', { count: texts })}</li>}
        <li>{t('tried.ways', { count: ways })}</li>
      </ul>
      <h3 className="font-medium">{t('lacks.title')}</h3>
      <MissingList lacks={lacks} />
      <details>
        <summary className="link-alone cursor-pointer">{t('tried.prices')}</summary>
        <table className="mt-3 w-full text-14">
          <thead>
            <tr className="text-left text-muted">
              <th className="py-1 font-medium">{t('tried.plan')}</th>
              <th className="py-1 text-right font-medium">{t('tried.was')}</th>
              <th className="py-1 text-right font-medium">{t('tried.price')}</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {plans.map(({ id, name, was, price }) => (
              <tr key={id}>
                <td className="py-1 pr-3 wrap-anywhere">{name}</td>
                <td className="py-1 text-right whitespace-nowrap">{was}</td>
                <td className="py-1 pl-3 text-right whitespace-nowrap">
                  {price || t('tried.none')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}
