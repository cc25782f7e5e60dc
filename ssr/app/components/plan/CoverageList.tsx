import { useTranslation } from '../../i18n/react';
import type { Destination } from '../../gw/types';
import { LocalizedLink } from '../../router/LocalizedLink';
import { useLang } from '../../router/page';
import { paths } from '../../router/paths';
import { Flag } from '../page/Flags';

/** Every destination a plan works in, with its name and the way to its page. */
export function CoverageList({ coverage }: { coverage: readonly Destination[] }) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <section aria-labelledby="coverage">
      <h2 id="coverage" className="mb-3 text-24 font-semibold">
        {coverage.length === 1
          ? t('detail:coverage.only', { place: coverage[0]!.name })
          : t('detail:coverage.title', { count: coverage.length })}
      </h2>
      <ul className="card-flush grid gap-x-6 gap-y-1 p-4 sm:grid-cols-2">
        {coverage.map(({ code, name }) => (
          <li key={code}>
            <LocalizedLink
              to={paths.destination(lang, code)}
              className="inline-flex min-h-11 items-center gap-3 hover:text-primary hover:underline lg:min-h-9"
            >
              <Flag code={code} />
              {name}
            </LocalizedLink>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-14 text-muted">{t('detail:coverage.note')}</p>
    </section>
  );
}
