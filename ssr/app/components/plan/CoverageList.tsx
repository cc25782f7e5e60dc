import { useTranslation } from '../../i18n/react';
import type { Destination } from '../../gw/types';
import { Flag } from '../page/Flags';

/** Every destination a plan works in, with its name. */
export function CoverageList({ coverage }: { coverage: readonly Destination[] }) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="coverage">
      <h2 id="coverage" className="mb-3 text-24 font-semibold">
        {coverage.length === 1
          ? t('detail:coverage.only', { place: coverage[0]!.name })
          : t('detail:coverage.title', { count: coverage.length })}
      </h2>
      <ul className="grid gap-x-6 gap-y-1 rounded-card border border-line bg-paper p-4 sm:grid-cols-2">
        {coverage.map(({ code, name }) => (
          <li key={code} className="flex min-h-9 items-center gap-3">
            <Flag code={code} />
            {name}
          </li>
        ))}
      </ul>
      <p className="mt-2 text-14 text-muted">{t('detail:coverage.note')}</p>
    </section>
  );
}
