import { whyText } from '../components/advice/WhichChoices';
import { shortcomingsOf } from '../components/advice/WhichNearest';
import { partText, placesText, tenthsText } from '../components/advice/whichText';
import type { Page } from '../gw/page';
import type { WhichPart } from '../gw/types';
import { paths } from '../router/paths';
import { badges, planLink } from './plan';
import { breadcrumbs } from './sections';
import { escape, heading, list, paragraph, joinParts, type Block, type Writer } from './writer';

type Data = Page<'which'>['data'];

/** Which plan somebody needs: what is recommended for a trip, and how much data what takes. */
export function which({ data }: Page<'which'>, w: Writer): Block[] {
  const { t, lang } = w;
  const { trip, habits } = data;
  return [
    heading(1, t('which:title')),
    ...(trip ? result(data, trip, w) : [paragraph(t('which:lead'))]),
    heading(2, t('which:habits')),
    list(
      habits.map(({ id, tenths }) =>
        w.fact(
          t(`which:habit.${id}`),
          escape(t(`which:habitNote.${id}`, { volume: tenthsText(tenths, lang) })),
        ),
      ),
    ),
    trip && w.link(t('which:change'), paths.which(lang)),
    heading(2, t('which:rules.title')),
    paragraph(t('which:rules.text')),
    breadcrumbs(
      [{ label: t('which:plans'), to: paths.listing(lang) }, { label: t('which:title') }],
      w,
    ),
  ];
}

function result(data: Data, trip: NonNullable<Data['trip']>, w: Writer): Block[] {
  const { t, lang } = w;
  const { choices } = data;
  const title = t('which:result', {
    places: placesText(trip.places, t),
    days: t('plan:days', { count: trip.days }),
  });
  const need = t('which:need', {
    need: tenthsText(trip.needTenths, lang),
    perDay: tenthsText(trip.perDayTenths, lang),
  });
  const plans = [
    ...new Set(choices.flatMap(({ parts: all }) => all.map(({ goods }) => goods.goodsId))),
  ];
  return [
    heading(2, title),
    paragraph(need),
    ...(choices.length > 0
      ? choices.flatMap((choice) => recommended(choice, choices, w))
      : nearest(data, trip, w)),
    plans.length > 1 && w.link(t('which:compare'), paths.compare(lang, { plans })),
  ];
}

function recommended(
  choice: Data['choices'][number],
  choices: Data['choices'],
  w: Writer,
): Block[] {
  const { t, lang } = w;
  const { kind, total, currency, parts: all } = choice;
  const several = all.length > 1 || all[0]!.quantity > 1;
  const price = w.price(total, currency);
  return [
    heading(3, t(`which:kind.${kind}`)),
    joinParts(
      several ? `${t('which:total')} ${price}` : price,
      escape(whyText(choice, choices, t, lang)),
    ),
    list(all.map((part) => partLine(part, kind === 'split', several, w))),
  ];
}

function nearest({ nearest: found }: Data, trip: WhichPart['stay'], w: Writer): Block[] {
  const { t, lang } = w;
  const countries = trip.places.map(({ code }) => code);
  return [
    joinParts(`**${escape(t('which:none.title'))}**`, escape(t('which:none.text'))),
    ...(found
      ? [
          heading(3, t('which:none.nearest')),
          list([
            partLine(found.part, false, false, w),
            ...shortcomingsOf(found, t, lang).map(escape),
          ]),
        ]
      : []),
    w.link(t('which:none.all'), paths.listing(lang, { countries })),
  ];
}

// A plan for a part of the trip; with its price where there are several.
function partLine(part: WhichPart, split: boolean, priced: boolean, w: Writer): string {
  const { goods, simTypes, quantity } = part;
  const name =
    quantity > 1 ? w.t('which:quantity', { count: quantity, name: goods.name }) : goods.name;
  return joinParts(
    planLink({ ...goods, name }, w),
    escape(partText(part, w.t, w.lang, split)),
    escape(badges({ ...goods, simTypes }, w)),
    priced && w.price(goods.price, goods.currency),
  );
}
