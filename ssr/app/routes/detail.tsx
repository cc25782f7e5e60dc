import { useTranslation } from '../i18n/react';
import { FaqList } from '../components/help/FaqList';
import { HowItWorks } from '../components/home/HowItWorks';
import { Breadcrumbs } from '../components/page/Breadcrumbs';
import { Flags } from '../components/page/Flags';
import { BuyBox } from '../components/plan/BuyBox';
import { buyItem, otherDeviceOf } from '../components/plan/buyItem';
import { CoverageList } from '../components/plan/CoverageList';
import { FactsLabel } from '../components/plan/FactsLabel';
import { PlanArt } from '../components/plan/PlanArt';
import { PlanBadges } from '../components/plan/PlanBadges';
import { PlanGrid } from '../components/plan/PlanCard';
import { afterText, dataText } from '../components/plan/planText';
import { TextLink } from '../router/LocalizedLink';
import {
  failed,
  type PageAction,
  type PageHandle,
  type PageProps,
  seeOther,
} from '../router/module';
import { useLang } from '../router/page';
import { paths } from '../router/paths';

export const handle: PageHandle = { i18n: ['detail', 'plan'] };

// Buy now reads the price first: that call refuses what cannot be ordered, with the same messages as the cart. A plan with a number goes through the cart either way, because the cart keeps the number.
export const action: PageAction = async ({ form, gw, lang, params }) => {
  const item = buyItem(form, params.goodsId ?? '');
  const only = form.get('intent') === 'buyNow';
  if (!only || item.numberId || item.transferPhone) {
    const added = await gw.post('/mall/cart/add', {
      ...item,
      ...otherDeviceOf(form),
      ...(only ? { only } : {}),
    });
    if (!added.ok) return failed(form, added);
    return seeOther(only ? paths.order(lang) : paths.cart(lang));
  }
  const budget = await gw.post('/cq-ordercharge/order/doBudget', {
    source: 'buyNow',
    item,
    ...otherDeviceOf(form),
  });
  if (!budget.ok) return failed(form, budget);
  const { goodsId, simType, quantity, numberId, startDate, compatibilityConfirmed } = item;
  const confirmed = compatibilityConfirmed ? 1 : undefined;
  const other = otherDeviceOf(form).forOtherDevice ? 1 : undefined;
  const query = {
    simType,
    quantity,
    numberId,
    startDate,
    compatibilityConfirmed: confirmed,
    forOtherDevice: other,
  };
  return seeOther(paths.order(lang, { buyNow: goodsId, ...query }));
};

export function Component({ page }: PageProps<'detail'>) {
  const { t } = useTranslation();
  const lang = useLang();
  const { data } = page;
  const { goods, coverage, related, description, facts, faq } = data;
  const card = !goods.simTypes.includes('esim');
  return (
    <div className="container-page lg:pb-4">
      <Breadcrumbs
        crumbs={[
          { label: data.groupName, to: paths.group(lang, goods.group) },
          { label: goods.name },
        ]}
      />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_380px] lg:items-start lg:gap-10">
        <div className="grid gap-6">
          <div className="card-flush overflow-hidden">
            <PlanArt group={goods.group} goodsId={goods.goodsId} className="p-5 sm:p-8">
              <Flags codes={coverage.map((place) => place.code)} max={6} />
              <p className="mt-8 text-40 font-semibold leading-none">
                {dataText(goods.data, t, lang)}
              </p>
              <p className="mt-2 text-20">{t('plan:days', { count: goods.days })}</p>
            </PlanArt>
            <div className="p-4 sm:p-6">
              <h1 className="page-title leading-tight">{goods.name}</h1>
              <p className="mb-3 mt-2 text-muted">{afterText(goods.data, t, lang)}</p>
              <PlanBadges goods={goods} />
              {description && <p className="mt-4 max-w-[680px]">{description}</p>}
            </div>
          </div>
        </div>
        <section
          aria-label={t('detail:buy')}
          className={`card hidden-until-complete sticky-end ${goods.contractPeriod || data.startDates ? 'sticky-top-if-55rem' : 'sticky-top-if-45rem'} lg:row-span-2`}
        >
          <BuyBox key={goods.goodsId} {...data} />
        </section>
        <div className="grid gap-10">
          <div className="defer-1150 sm:defer-790">
            <FactsLabel facts={facts} registration={data.registration} />
          </div>
          <div className="defer-150">
            <CoverageList coverage={coverage} />
          </div>
          <div className="defer-620 sm:defer-310">
            <HowItWorks
              title={t(card ? 'detail:installCard' : 'detail:install')}
              first="buy"
              card={card}
              activation={facts.activation}
            />
            <TextLink to={paths.service(lang, 'activation')} className="mt-2">
              {t(card ? 'detail:installCardLink' : 'detail:installLink')}
            </TextLink>
          </div>
          {data.reviews && (
            <section
              aria-labelledby="reviews"
              className="reviews"
              dangerouslySetInnerHTML={{ __html: data.reviews.html }}
            />
          )}
          {faq && faq.length > 0 && (
            <section aria-labelledby="faq" className="defer-280">
              <h2 id="faq" className="mb-3 text-24 font-semibold">
                {t('detail:faq')}
              </h2>
              <FaqList items={faq} />
            </section>
          )}
        </div>
      </div>
      {related.length > 0 && (
        <section aria-labelledby="related" className="defer-950 lg:defer-340 mt-12">
          <h2 id="related" className="mb-4 text-24 font-semibold">
            {t('detail:related')}
          </h2>
          <PlanGrid items={related} />
        </section>
      )}
    </div>
  );
}
