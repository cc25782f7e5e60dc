import { DestinationFacts } from '../components/destination/DestinationFacts';
import { DestinationHero } from '../components/destination/DestinationHero';
import { PlanRows } from '../components/destination/PlanRows';
import { CompareBar } from '../components/plan/CompareChoice';
import { FaqList } from '../components/help/FaqList';
import { Breadcrumbs } from '../components/page/Breadcrumbs';
import { SectionHeading } from '../components/page/SectionHeading';
import { useTranslation } from '../i18n/react';
import { TextLink } from '../router/LocalizedLink';
import type { PageHandle, PageProps } from '../router/module';
import { useLang } from '../router/page';
import { paths } from '../router/paths';

export const handle: PageHandle = { i18n: ['destination', 'plan'] };

/** Everything that works in one destination: what its plans have in common, the plans by how far they reach, questions. */
export function Component({ page }: PageProps<'destination'>) {
  const { t } = useTranslation();
  const lang = useLang();
  const { destination, group, art, facts, sections, bestValue, faq } = page.data;
  const place = destination.name;
  return (
    <div className="container-page pb-4">
      <Breadcrumbs
        crumbs={[
          { label: t('destination:plans'), to: paths.listing(lang) },
          ...(group ? [{ label: group.name, to: paths.group(lang, group.group) }] : []),
          { label: place },
        ]}
      />
      <DestinationHero destination={destination} facts={facts} art={art} />
      <div className="mt-6 grid gap-10">
        <DestinationFacts place={place} facts={facts} />
        {sections.map(({ reach, plans }) => (
          <section key={reach} aria-labelledby={reach}>
            <h2 id={reach} className="text-24 font-semibold leading-tight">
              {t(`destination:reach.${reach}.title`, { place })}
            </h2>
            <p className="mb-3 mt-1 text-muted">
              {t(`destination:reach.${reach}.text`, { place })}
            </p>
            <PlanRows plans={plans} bestValue={bestValue} />
          </section>
        ))}
        <CompareBar />
        <p className="max-w-[720px] text-14 text-muted">
          {t(bestValue ? 'destination:ruleBest' : 'destination:rule')}{' '}
          <TextLink inline to={paths.listing(lang, { countries: [destination.code] })}>
            {t('destination:filter', { place })}
          </TextLink>
          {' · '}
          <TextLink inline to={paths.which(lang, { countries: [destination.code] })}>
            {t('destination:which')}
          </TextLink>
        </p>
        {faq.length > 0 && (
          <section aria-labelledby="faq" className="defer-300">
            <SectionHeading
              id="faq"
              title={t('destination:faq', { place })}
              more={{ label: t('destination:faqAll'), to: paths.faq(lang) }}
            />
            <FaqList items={faq} />
          </section>
        )}
      </div>
    </div>
  );
}
