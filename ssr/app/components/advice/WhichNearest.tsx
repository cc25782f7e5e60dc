import type { TFunction } from 'i18next';
import type { PageDataByKind } from '../../gw/page';
import type { WhichNearest as Nearest } from '../../gw/types';
import { volumeText } from '../../i18n/format';
import type { Lang } from '../../i18n/lang';
import { useTranslation } from '../../i18n/react';
import { LocalizedLink } from '../../router/LocalizedLink';
import { useLang } from '../../router/page';
import { paths } from '../../router/paths';
import { Alert } from '../page/Alert';
import { Part } from './WhichChoices';
import { placesText, tenthsText } from './whichText';

type Props = { nearest?: Nearest; trip: NonNullable<PageDataByKind['which']['trip']> };

/** The nearest plan and its shortcomings, when no plan fits. */
export function WhichNearest({ nearest, trip }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <div className="grid gap-4">
      <Alert kind="warning" title={t('which:none.title')}>
        {t('which:none.text')}
      </Alert>
      {nearest && (
        <article className="card-flush p-4 sm:px-6">
          <h3 className="font-semibold">{t('which:none.nearest')}</h3>
          <Shortcomings nearest={nearest} />
          <Part part={nearest.part} />
        </article>
      )}
      <p>
        <LocalizedLink
          to={paths.listing(lang, { countries: trip.places.map(({ code }) => code) })}
          className="btn btn-secondary"
        >
          {t('which:none.all')}
        </LocalizedLink>
      </p>
    </div>
  );
}

function Shortcomings({ nearest }: { nearest: Nearest }) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <ul className="my-2 list-disc pl-5">
      {shortcomingsOf(nearest, t, lang).map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

/** The shortcomings of the plan, a sentence each. */
export function shortcomingsOf(nearest: Nearest, t: TFunction, lang: Lang): string[] {
  const { part, missing, days, data, hotspot } = nearest;
  const { goods, stay } = part;
  const perDay = goods.data.per === 'day';
  return [
    missing.length > 0 && t('which:none.missing', { places: placesText(missing, t) }),
    days &&
      t('which:none.days', {
        days: t('plan:days', { count: goods.days }),
        stay: t('plan:days', { count: stay.days }),
      }),
    data &&
      t(perDay ? 'which:none.dataDay' : 'which:none.data', {
        volume: volumeText(goods.data.mb, lang),
        need: tenthsText(perDay ? stay.perDayTenths : stay.needTenths, lang),
      }),
    hotspot && t('which:none.hotspot'),
  ].filter((text) => text !== false);
}
