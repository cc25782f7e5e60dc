import { useTranslation } from '../i18n/react';
import { FaqList } from '../components/help/FaqList';
import { DestinationTiles } from '../components/home/DestinationTiles';
import { HomeHero } from '../components/home/HomeHero';
import { HowItWorks } from '../components/home/HowItWorks';
import { QuickLinks } from '../components/home/QuickLinks';
import { Reasons } from '../components/home/Reasons';
import { RegionLinks } from '../components/home/RegionLinks';
import { SectionHeading } from '../components/page/SectionHeading';
import { PlanGrid } from '../components/plan/PlanCard';
import { TextLink } from '../router/LocalizedLink';
import type { PageHandle, PageProps } from '../router/module';
import { useLang } from '../router/page';
import { paths } from '../router/paths';

export const handle: PageHandle = { i18n: ['home', 'plan'] };

/** The home page: search, destinations with prices, reasons to buy here, how it works. */
export function Component({ page }: PageProps<'home'>) {
  const { t } = useTranslation();
  const lang = useLang();
  const { groups, destinations, featured, faq, campaign } = page.data;
  const plans = paths.listing(lang);
  return (
    <>
      {/* Where a deleted account ends, `#account-deleted`: the page is the same for everybody. */}
      <p
        id="account-deleted"
        role="status"
        className="hidden bg-primary-soft px-4 py-3 text-center font-medium text-primary-strong target:block"
      >
        {t('home:accountDeleted')}
      </p>
      {campaign && (
        <p className="bg-primary-soft px-4 py-3 text-center font-medium">
          <TextLink to={campaign.href}>{campaign.text}</TextLink>
        </p>
      )}
      <HomeHero destinations={destinations} />
      <div className="container-page grid gap-12 pt-10">
        {destinations.length > 0 && (
          <section aria-labelledby="destinations">
            <SectionHeading
              id="destinations"
              title={t('home:destinations.title')}
              more={{ label: t('home:destinations.all'), to: plans }}
            />
            <DestinationTiles tiles={destinations} />
          </section>
        )}
        <section aria-labelledby="reasons" className="defer-600 lg:defer-240">
          <SectionHeading id="reasons" title={t('home:reasons.title')} />
          <Reasons />
        </section>
        <div className="defer-600 lg:defer-270">
          <HowItWorks title={t('home:how')} />
          <TextLink to={paths.esim(lang)} className="mt-2">
            {t('home:howLink')}
          </TextLink>
        </div>
        {featured.length > 0 && (
          <section aria-labelledby="featured" className="defer-2230 lg:defer-770">
            <SectionHeading
              id="featured"
              title={t('home:featured.title')}
              more={{ label: t('home:featured.all'), to: plans }}
            />
            <PlanGrid items={featured} />
          </section>
        )}
        {groups.length > 0 && (
          <section aria-labelledby="regions" className="defer-860 lg:defer-390">
            <SectionHeading id="regions" title={t('home:regions.title')} />
            <RegionLinks groups={groups} />
          </section>
        )}
        {page.data.reviews && (
          <section
            aria-labelledby="reviews"
            className="reviews"
            dangerouslySetInnerHTML={{ __html: page.data.reviews.html }}
          />
        )}
        {faq.length > 0 && (
          <section aria-labelledby="faq" className="defer-430">
            <SectionHeading
              id="faq"
              title={t('home:faq.title')}
              more={{ label: t('home:faq.all'), to: paths.faq(lang) }}
            />
            <FaqList items={faq} />
          </section>
        )}
        <section aria-labelledby="links" className="defer-430 lg:defer-150">
          <SectionHeading id="links" title={t('home:links.title')} />
          <QuickLinks />
        </section>
      </div>
    </>
  );
}
