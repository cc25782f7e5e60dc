import { stepsOf } from '../components/home/HowItWorks';
import type { Crumb } from '../components/page/Breadcrumbs';
import type { PageDataByKind } from '../gw/page';
import type { Faq } from '../gw/types';
import { date } from '../i18n/format';
import { paths } from '../router/paths';
import {
  escape,
  heading,
  list,
  paragraph,
  joinParts,
  steps,
  strong,
  type Block,
  type Writer,
} from './writer';

/** Questions with their answers, each under a heading of the third level. */
export function questions(items: readonly Faq[]): Block[] {
  return items.flatMap(({ question, answerMarkdown }) => [heading(3, question), answerMarkdown]);
}

/** An eSIM in three steps, or a card. */
export function howItWorks(
  title: string,
  way: Parameters<typeof stepsOf>[0],
  { t }: Writer,
): Block[] {
  const step = (key: string) =>
    joinParts(strong(t(`plan:how.${key}.title`)), escape(t(`plan:how.${key}.text`)));
  return [heading(2, title), steps(stepsOf(way).map(step))];
}

/** Reviews. `named`: with the plan of each review. */
export function reviews(
  found: PageDataByKind['home']['reviews'],
  named: boolean,
  timeZone: string,
  { t, lang }: Writer,
): Block[] {
  if (!found) return [];
  const { average, count, latest } = found;
  return [
    heading(2, t('plan:reviews')),
    paragraph(t('plan:rating', { average, count })),
    list(
      latest.map(({ stars, goodsName, text, name, at }) =>
        joinParts(
          t('plan:stars', { value: stars }),
          named && strong(goodsName),
          escape(text),
          escape(name || t('plan:buyer')),
          date(at, lang, timeZone),
        ),
      ),
    ),
  ];
}

/** Where to go when a text did not answer the question. `faq`: with a way to the questions. */
export function help(w: Writer, faq = true): Block[] {
  const { t, lang } = w;
  return [
    heading(2, t('content:help.title')),
    paragraph(t('content:help.text')),
    list([
      w.link(t('content:help.contact'), paths.contact(lang)),
      ...(faq ? [w.link(t('content:help.faq'), paths.faq(lang))] : []),
    ]),
  ];
}

/** Links from the start page to this page, which is the last one. */
export function breadcrumbs(crumbs: readonly Crumb[], w: Writer): string {
  const home = { label: w.t('common:home'), to: paths.home(w.lang) };
  return [home, ...crumbs]
    .map(({ label, to }) => (to ? w.link(label, to) : escape(label)))
    .join(' / ');
}
