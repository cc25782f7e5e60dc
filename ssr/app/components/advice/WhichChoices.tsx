import type { TFunction } from 'i18next';
import type { WhichChoice, WhichPart } from '../../gw/types';
import { money } from '../../i18n/format';
import type { Lang } from '../../i18n/lang';
import { useTranslation } from '../../i18n/react';
import { LocalizedLink } from '../../router/LocalizedLink';
import { useLang } from '../../router/page';
import { paths } from '../../router/paths';
import { Flags } from '../page/Flags';
import { PlanBadges } from '../plan/PlanBadges';
import { partText } from './whichText';

/** The recommended plans, each with its reason, and a link to the comparison. */
export function WhichChoices({ choices }: { choices: readonly WhichChoice[] }) {
  const { t } = useTranslation();
  const lang = useLang();
  const plans = [
    ...new Set(choices.flatMap(({ parts }) => parts.map(({ goods }) => goods.goodsId))),
  ];
  return (
    <div className="grid gap-4">
      <ol className="grid gap-4">
        {choices.map((choice) => (
          <li key={choice.kind}>
            <Choice choice={choice} choices={choices} />
          </li>
        ))}
      </ol>
      {plans.length > 1 && (
        <p>
          <LocalizedLink to={paths.compare(lang, { plans })} className="btn btn-secondary">
            {t('which:compare')}
          </LocalizedLink>
        </p>
      )}
    </div>
  );
}

type ChoiceProps = { choice: WhichChoice; choices: readonly WhichChoice[] };

function Choice({ choice, choices }: ChoiceProps) {
  const { t } = useTranslation();
  const lang = useLang();
  const { kind, parts, total, currency } = choice;
  const several = parts.length > 1 || parts[0]!.quantity > 1;
  return (
    <article className="card-flush overflow-hidden">
      <header className="flex flex-wrap items-baseline justify-between gap-x-6 border-b border-line bg-primary-soft px-4 py-3 sm:px-6">
        <h3 className="text-16 font-semibold text-primary-strong">{t(`which:kind.${kind}`)}</h3>
        <p>
          {several && <span className="text-14 text-muted">{t('which:total')} </span>}
          <span className="text-24 font-semibold leading-none">{money(total, currency, lang)}</span>
        </p>
      </header>
      <div className="grid gap-4 p-4 sm:px-6">
        <p>{whyText(choice, choices, t, lang)}</p>
        {parts.map((part) => (
          <Part key={part.goods.goodsId} part={part} split={kind === 'split'} priced={several} />
        ))}
      </div>
    </article>
  );
}

type PartProps = { part: WhichPart; split?: boolean; priced?: boolean };

/** A plan for a part of the trip; with its price where there are several. */
export function Part({ part, split = false, priced = false }: PartProps) {
  const { t } = useTranslation();
  const lang = useLang();
  const { goods, simTypes, stay, quantity } = part;
  return (
    <div className="flex flex-wrap items-end justify-between gap-3 border-t border-line pt-4">
      <div className="grid min-w-0 flex-[1_1_16rem] gap-1.5">
        <Flags codes={stay.places.map((place) => place.code)} />
        <h4 className="font-semibold">
          {quantity > 1 ? t('which:quantity', { count: quantity, name: goods.name }) : goods.name}
        </h4>
        <p>{partText(part, t, lang, split)}</p>
        <PlanBadges goods={{ ...goods, simTypes }} />
      </div>
      <p className="flex flex-wrap items-center gap-4">
        {priced && (
          <span className="font-semibold">{money(goods.price, goods.currency, lang)}</span>
        )}
        <LocalizedLink
          to={paths.detail(lang, goods.group, goods.goodsId)}
          className="btn btn-primary whitespace-nowrap"
        >
          {t('plan:view')}
          <span className="sr-only"> {goods.name}</span>
        </LocalizedLink>
      </p>
    </div>
  );
}

/** Why something is recommended, beside the others. */
export function whyText(
  choice: WhichChoice,
  choices: readonly WhichChoice[],
  t: TFunction,
  lang: Lang,
): string {
  const { kind, total, currency, separate } = choice;
  const price = (amount: number) => ({ price: money(amount, currency, lang) });
  const against = (other: WhichChoice['kind']) =>
    Math.abs(total - (choices.find((one) => one.kind === other)?.total ?? 0));
  switch (kind) {
    case 'cheapest':
      return separate === undefined
        ? t('which:why.cheapest')
        : t('which:why.separate', price(separate));
    case 'one':
      return t('which:why.one', price(against('split')));
    case 'split':
      return choices.length > 1
        ? t('which:why.saves', price(against('one')))
        : t('which:why.split');
    case 'roomy': {
      const one = choices.find((other) => other.kind === 'cheapest' || other.kind === 'one')!;
      return t('which:why.roomy', price(total - one.total));
    }
    case 'twice':
      return t('which:why.twice');
  }
}
