import { SELLING_POINTS } from '../components/home/HomeHero';
import { LINKS } from '../components/home/QuickLinks';
import { REASONS } from '../components/home/Reasons';
import type { Page } from '../gw/page';
import { paths } from '../router/paths';
import { planLine } from './plan';
import { howItWorks, questions, reviews } from './sections';
import {
  escape,
  heading,
  list,
  paragraph,
  joinParts,
  strong,
  type Block,
  type Writer,
} from './writer';

export function home({ data, shell }: Page<'home'>, w: Writer): Block[] {
  const { t, lang } = w;
  const { groups, destinations, featured, faq, campaign } = data;
  const plans = paths.listing(lang);
  return [
    heading(1, t('home:hero.title')),
    ...(campaign ? [w.link(campaign.text, campaign.href)] : []),
    paragraph(t('home:hero.benefit')),
    list(SELLING_POINTS.map((proof) => escape(t(`home:hero.proof.${proof}`)))),
    w.link(t('home:hero.all'), plans),
    ...(destinations.length > 0
      ? [
          heading(2, t('home:destinations.title')),
          list(
            destinations.map(({ name, href, fromPrice, currency }) => {
              const price = w.price(fromPrice, currency);
              return joinParts(w.link(name, href), t('home:destinations.from', { price }));
            }),
          ),
          w.link(t('home:destinations.all'), plans),
        ]
      : []),
    heading(2, t('home:reasons.title')),
    list(
      REASONS.map(({ key }) =>
        joinParts(strong(t(`home:reasons.${key}.title`)), escape(t(`home:reasons.${key}.text`))),
      ),
    ),
    ...howItWorks(t('home:how'), {}, w),
    w.link(t('home:howLink'), paths.esim(lang)),
    ...(featured.length > 0
      ? [
          heading(2, t('home:featured.title')),
          list(featured.map((goods) => planLine(goods, w))),
          w.link(t('home:featured.all'), plans),
        ]
      : []),
    ...(groups.length > 0
      ? [
          heading(2, t('home:regions.title')),
          list(
            groups.map(({ group, name, intro }) =>
              joinParts(w.link(name, paths.group(lang, group)), escape(intro ?? '')),
            ),
          ),
        ]
      : []),
    ...reviews(data.reviews, true, shell.tenant.timeZone, w),
    ...(faq.length > 0
      ? [
          heading(2, t('home:faq.title')),
          ...questions(faq),
          w.link(t('home:faq.all'), paths.faq(lang)),
        ]
      : []),
    heading(2, t('home:links.title')),
    list(
      LINKS.map(({ key, to }) =>
        joinParts(
          w.link(t(`home:links.${key}.title`), to(lang)),
          escape(t(`home:links.${key}.text`)),
        ),
      ),
    ),
  ];
}
