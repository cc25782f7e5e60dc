import type { TestCard } from '../../gw/types';
import { useTranslation } from '../../i18n/react';
import { CopyField } from '../page/CopyField';

/** The provider's test cards: what comes of each, and its number to copy. */
export function TestCards({ cards }: { cards: readonly TestCard[] }) {
  const { t } = useTranslation();
  return (
    <ul className="grid gap-x-6 gap-y-2 sm:grid-cols-2 lg:grid-cols-3">
      {cards.map(({ number, brand, outcome }) => (
        <li key={number} className="flex flex-col justify-end border-t border-line pt-3">
          <p className="mb-1 font-semibold">{t(`test:outcome.${outcome}`)}</p>
          <CopyField label={`${t(`test:brand.${brand}`)} ${number.slice(-4)}`} value={number} />
        </li>
      ))}
    </ul>
  );
}
