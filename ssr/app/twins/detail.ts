import { afterText, contractText, dataText, factsOf, isMonthly } from '../components/plan/planText';
import type { Page } from '../gw/page';
import { paths } from '../router/paths';
import { badges, planLine, priceOf } from './plan';
import { howItWorks, questions, reviews, breadcrumbs } from './sections';
import { escape, heading, list, paragraph, joinParts, type Block, type Writer } from './writer';

export function detail({ data, shell }: Page<'detail'>, w: Writer): Block[] {
  const { t, lang } = w;
  const { goods, facts, coverage, related, description, faq, registration } = data;
  const card = !goods.simTypes.includes('esim');
  return [
    heading(1, goods.name),
    joinParts(
      dataText(goods.data, t, lang),
      t('plan:days', { count: goods.days }),
      escape(badges(goods, w)),
    ),
    paragraph(afterText(goods.data, t, lang)),
    description && paragraph(description),
    ...offer(data, w),
    heading(2, t('plan:facts')),
    list(
      factsOf(facts, t, lang).map(({ key, label, value }) =>
        w.fact(
          label,
          joinParts(escape(value), key === 'realName' && registration && escape(registration)),
        ),
      ),
    ),
    heading(
      2,
      coverage.length === 1
        ? t('detail:coverage.only', { place: coverage[0]!.name })
        : t('detail:coverage.title', { count: coverage.length }),
    ),
    list(coverage.map(({ code, name }) => w.link(name, paths.destination(lang, code)))),
    paragraph(t('detail:coverage.note')),
    ...howItWorks(
      t(card ? 'detail:installCard' : 'detail:install'),
      { first: 'buy', card, activation: facts.activation },
      w,
    ),
    w.link(
      t(card ? 'detail:installCardLink' : 'detail:installLink'),
      paths.service(lang, 'activation'),
    ),
    ...reviews(data.reviews, false, shell.tenant.timeZone, w),
    ...(faq && faq.length > 0 ? [heading(2, t('detail:faq')), ...questions(faq)] : []),
    ...(related.length > 0
      ? [heading(2, t('detail:related')), list(related.map((other) => planLine(other, w)))]
      : []),
    breadcrumbs(
      [{ label: data.groupName, to: paths.group(lang, goods.group) }, { label: goods.name }],
      w,
    ),
  ];
}

// What it costs, as what it comes, and when it can begin.
function offer({ goods, options, facts, startDates }: Page<'detail'>['data'], w: Writer): Block[] {
  const { t, lang } = w;
  if (!options.some(({ available }) => available)) {
    return [
      list([w.fact(t('destination:price'), priceOf(goods, w))]),
      joinParts(`**${escape(t('detail:soldOut.title'))}**`, escape(t('detail:soldOut.text'))),
    ];
  }
  const price = (amount: number) => w.price(amount, goods.currency);
  const today = [t('detail:due.firstMonth', { amount: price(goods.price) })];
  if (facts.deposit > 0) today.push(t('detail:due.deposit', { amount: price(facts.deposit) }));
  const sum = price(goods.price + facts.deposit);
  const types = options.map(({ simType, available }) => {
    const note = t(available ? `detail:simTypeHint.${simType}` : 'plan:soldOut');
    return `${t(`plan:simType.${simType}`)}${lang === 'zh' ? `（${note}）` : ` (${note})`}`;
  });
  return [
    list([
      ...(goods.contractPeriod
        ? [
            w.fact(t('detail:due.today'), today.length > 1 ? `${sum} = ${today.join(' + ')}` : sum),
            ...(isMonthly(goods.contractPeriod)
              ? [w.fact(t('detail:due.then'), price(goods.price))]
              : []),
            w.fact(
              t('plan:label.contract'),
              escape(contractText(goods.contractPeriod, t, 'contract')),
            ),
          ]
        : [w.fact(t('destination:price'), price(goods.price))]),
      w.fact(t('detail:simType'), escape(w.words(types))),
      ...(startDates ? [w.fact(t('plan:startDate'), escape(startDates.text))] : []),
    ]),
    options.some(({ simType }) => simType === 'esim') &&
      w.link(
        t('detail:compatibility.link'),
        `${paths.esim(lang, { goodsId: goods.goodsId })}#check`,
      ),
  ];
}
