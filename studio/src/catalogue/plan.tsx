import { useTranslation } from 'react-i18next';
import { useLoaderData, useSearchParams } from 'react-router';
import { load } from '../api/load';
import { Page, PageLink } from '../components/Page';
import { Section } from '../components/Section';
import { SiteLinks } from '../components/Sites';
import { useBasis, useOwnRevisions, type OwnRevisions } from '../useBasis';
import { usePermission } from '../useMember';
import { DetailsForm } from './DetailsForm';
import { FactsForm } from './FactsForm';
import { loadFactTexts } from './facts';
import { PriceForm } from './PriceForm';
import { PriceHistory, ScheduledPrices } from './Prices';
import type { PlanAtSite, Plan } from './types';
import { formatAmount, formatSiteTime } from './format';

type Args = { request: Request; params: { goods?: string } };

/** A plan with its prices at all sites. */
export async function loader({ request, params }: Args) {
  const [plan] = await Promise.all([
    load<Plan>(request, `/catalogue/${encodeURIComponent(params.goods ?? '')}`),
    loadFactTexts(),
  ]);
  return plan;
}

/** Shows a plan site by site: its current, scheduled and past prices, its details and its facts. */
export function Component() {
  const { t, i18n } = useTranslation('studio-catalogue');
  const plan = useLoaderData<Plan>();
  const [query] = useSearchParams();
  const chosen = query.get('site');
  const at = plan.sites.find(({ site }) => site.id === chosen) ?? plan.sites[0]!;
  const locale = i18n.language === 'zh' ? 'zh' : 'en';
  return (
    <Page title={at.details[locale === 'zh' ? 'nameZh' : 'nameEn']} intro={plan.id}>
      <PageLink to={`/catalogue?site=${at.site.id}`}>{t('plan.back')}</PageLink>
      <SiteLinks
        label={t('plan.sites')}
        site={at.site.id}
        sites={plan.sites.map(({ site, price, currency }) => ({
          id: site.id,
          text: `${site.name} · ${formatAmount(price, currency)}`,
        }))}
      />
      <AtOneSite key={at.site.id} plan={plan} at={at} />
    </Page>
  );
}

function AtOneSite({ plan, at }: { plan: Plan; at: PlanAtSite }) {
  const mayEdit = usePermission('catalogue.edit');
  const own = useOwnRevisions();
  const details = useBasis(at, own);
  const facts = useBasis(at, own);
  return (
    <>
      <PricesAtSite plan={plan} at={at} own={own} />
      {mayEdit && <DetailsForm key={`details ${details.edition}`} plan={plan} basis={details} />}
      <FactsForm key={`facts ${facts.edition}`} plan={plan} basis={facts} mayEdit={mayEdit} />
    </>
  );
}

type PricesProps = { plan: Plan; at: PlanAtSite; own: OwnRevisions };

function PricesAtSite({ plan, at, own }: PricesProps) {
  const { t } = useTranslation('studio-catalogue');
  const may = usePermission('prices.edit');
  return (
    <div className="mt-6 grid gap-6 lg:grid-cols-2">
      <Section
        title={t('price.title', { site: at.site.name })}
        className="card grid content-start gap-4"
      >
        <p>
          <span className="text-24 font-semibold tabular-nums">
            {formatAmount(at.price, at.currency)}
          </span>
          {at.editedAt && (
            <span className="block text-14 text-muted">
              {t('price.edited', { author: at.author, at: formatSiteTime(at.editedAt, at.zone) })}
            </span>
          )}
          <span className="block text-14 text-muted">
            {t(at.decided ? 'price.decided' : 'price.files')}
          </span>
        </p>
        {!at.visible && <p className="text-warning">{t('list.hidden')}</p>}
        {may ? (
          <PriceForm plan={plan} at={at} own={own} />
        ) : (
          <p className="text-14 text-muted">{t('price.notYours')}</p>
        )}
      </Section>
      <div className="grid content-start gap-6">
        <ScheduledPrices plan={plan} at={at} own={own} />
        <PriceHistory at={at} />
      </div>
    </div>
  );
}
