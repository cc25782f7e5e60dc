import { Breadcrumbs } from '../components/page/Breadcrumbs';
import { WhichChoices } from '../components/advice/WhichChoices';
import { WhichForm } from '../components/advice/WhichForm';
import { WhichNearest } from '../components/advice/WhichNearest';
import { placesText, tenthsText } from '../components/advice/whichText';
import { useTranslation } from '../i18n/react';
import type { PageHandle, PageProps } from '../router/module';
import { useLang } from '../router/page';
import { paths } from '../router/paths';

export const handle: PageHandle = { i18n: ['which', 'plan'] };

/** The plan finder: a form, and above it, once it was submitted, up to three plans with reasons. */
export function Component({ page }: PageProps<'which'>) {
  const { t } = useTranslation();
  const lang = useLang();
  const { trip, choices, nearest } = page.data;
  return (
    <div className="container-page pb-4">
      <Breadcrumbs
        crumbs={[{ label: t('which:plans'), to: paths.listing(lang) }, { label: t('which:title') }]}
      />
      <h1 className="page-title">{t('which:title')}</h1>
      {!trip && <p className="mt-1 max-w-[720px] text-muted">{t('which:lead')}</p>}
      <div className="mt-4 grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_280px]">
        <div className="grid gap-8">
          {trip && (
            <section aria-labelledby="result">
              <h2 id="result" className="text-20 font-semibold">
                {t('which:result', {
                  places: placesText(trip.places, t),
                  days: t('plan:days', { count: trip.days }),
                })}
              </h2>
              <p className="mb-4 text-muted">
                {t('which:need', {
                  need: tenthsText(trip.needTenths, lang),
                  perDay: tenthsText(trip.perDayTenths, lang),
                })}
              </p>
              {choices.length > 0 ? (
                <WhichChoices choices={choices} />
              ) : (
                <WhichNearest nearest={nearest} trip={trip} />
              )}
            </section>
          )}
          <section aria-labelledby={trip && 'change'}>
            {trip && (
              <h2 id="change" className="mb-3 text-20 font-semibold">
                {t('which:change')}
              </h2>
            )}
            <WhichForm data={page.data} />
          </section>
        </div>
        <section aria-labelledby="rules">
          <h2 id="rules" className="text-16 font-semibold">
            {t('which:rules.title')}
          </h2>
          <p className="mt-1 text-14 text-muted">{t('which:rules.text')}</p>
        </section>
      </div>
    </div>
  );
}
