import { commonFacts } from '../components/destination/DestinationFacts';
import type { Page } from '../gw/page';
import { paths } from '../router/paths';
import { ratedLine } from './plan';
import { questions, breadcrumbs } from './sections';
import { escape, heading, list, paragraph, joinParts, type Block, type Writer } from './writer';

export function destination({ data }: Page<'destination'>, w: Writer): Block[] {
  const { t, lang } = w;
  const { destination: there, group, facts, sections, bestValue, faq } = data;
  const { plans: count, from, currency } = facts;
  const place = there.name;
  return [
    heading(1, t('destination:title', { place })),
    paragraph(
      from !== undefined && currency
        ? t('destination:lead', { count, price: w.price(from, currency) })
        : t('destination:leadUnpriced', { count }),
    ),
    heading(2, t('destination:facts', { place })),
    list(
      Object.entries(commonFacts(facts, t)).map(([key, value]) =>
        w.fact(t(`destination:fact.${key}`), escape(value)),
      ),
    ),
    ...sections.flatMap(({ reach, plans }) => [
      heading(2, t(`destination:reach.${reach}.title`, { place })),
      paragraph(t(`destination:reach.${reach}.text`, { place })),
      list(plans.map((plan) => ratedLine(plan, plan.goods.goodsId === bestValue, w))),
    ]),
    paragraph(t(bestValue ? 'destination:ruleBest' : 'destination:rule')),
    joinParts(
      w.link(t('destination:filter', { place }), paths.listing(lang, { countries: [there.code] })),
      w.link(t('destination:which'), paths.which(lang, { countries: [there.code] })),
    ),
    ...(faq.length > 0
      ? [
          heading(2, t('destination:faq', { place })),
          ...questions(faq),
          w.link(t('destination:faqAll'), paths.faq(lang)),
        ]
      : []),
    breadcrumbs(
      [
        { label: t('destination:plans'), to: paths.listing(lang) },
        ...(group ? [{ label: group.name, to: paths.group(lang, group.group) }] : []),
        { label: place },
      ],
      w,
    ),
  ];
}
