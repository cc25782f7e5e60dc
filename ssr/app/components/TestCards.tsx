import type { TestCard } from '../gw/types';
import { useTranslation } from '../i18n/react';
import { CopyField } from './CopyField';

/** The provider's test cards, each with its number to copy and what comes of it. */
export function TestCards({ cards }: { cards: readonly TestCard[] }) {
  const { t } = useTranslation();
  return (
    <table className="w-full table-fixed [&_:is(td,th)]:py-2 [&_:is(td,th)]:align-top">
      <caption className="sr-only">{t('test:cards.title')}</caption>
      <thead className="text-left text-14 text-muted">
        <tr className="border-b border-line">
          <th scope="col" className="w-3/5 font-medium sm:w-1/2">
            {t('test:cards.number')}
          </th>
          <th scope="col" className="pl-4 font-medium">
            {t('test:cards.result')}
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {cards.map(({ number, brand, outcome }) => (
          <tr key={number}>
            <td>
              <CopyField label={`${t(`test:brand.${brand}`)} ${number.slice(-4)}`} value={number} />
            </td>
            <td className="pl-4">{t(`test:outcome.${outcome}`)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
