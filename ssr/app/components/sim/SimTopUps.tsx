import type { PageDataByKind } from '../../gw/page';
import type { SimDetail, TopUp } from '../../gw/types';
import { money, volumeText, zonedTime } from '../../i18n/format';
import { useTranslation } from '../../i18n/react';
import { LocalizedLink } from '../../router/LocalizedLink';
import { useLang } from '../../router/page';
import { paths } from '../../router/paths';
import { AccountSection } from '../account/AccountSection';

type TopUps = NonNullable<PageDataByKind['account_sims']['topUps']>;
type Props = { sim: SimDetail; topUps: TopUps; zone: string };

/** The top-ups for a SIM, each with a preview of the resulting data and validity. */
export function SimTopUps({ sim, topUps, zone }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <AccountSection id="top-up" title={t('sims:topUp.title')}>
      {topUps.items.length === 0 ? (
        <div className="grid justify-items-start gap-2">
          <p>{topUps.text ?? t('sims:topUp.none')}</p>
          {topUps.state !== 'unavailable' && (
            <LocalizedLink to={paths.listing(lang)} className="btn btn-secondary">
              {t('sims:topUp.other')}
            </LocalizedLink>
          )}
        </div>
      ) : (
        <ul className="grid gap-4">
          {topUps.items.map((item) => (
            <Choice key={item.goodsId} item={item} sim={sim} zone={zone} />
          ))}
        </ul>
      )}
    </AccountSection>
  );
}

function Choice({ item, sim, zone }: { item: TopUp; sim: SimDetail; zone: string }) {
  const { t } = useTranslation();
  const lang = useLang();
  const { goodsId, name, price, currency, preview } = item;
  const { dataMb, unlimited, validUntil, lostMb } = preview;
  const query = { buyNow: goodsId, simType: sim.simType, quantity: 1, simId: sim.simId };
  return (
    <li className="grid gap-3 rounded-control border border-line p-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-end">
      <div>
        <h3 className="font-semibold">{name}</h3>
        <p className="mt-2 text-14">{preview.text}</p>
        <ul className="list-disc pl-5 text-14">
          {unlimited && <li>{t('sims:topUp.unlimited')}</li>}
          {dataMb !== undefined && (
            <li>{t('sims:topUp.data', { data: volumeText(dataMb, lang) })}</li>
          )}
          <li>
            {validUntil
              ? t('sims:topUp.until', { time: zonedTime(validUntil, lang, zone) })
              : t('sims:topUp.firstUse')}
          </li>
          {lostMb !== undefined && lostMb > 0 && (
            <li className="font-medium text-warning">
              {t('sims:topUp.lost', { data: volumeText(lostMb, lang) })}
            </li>
          )}
        </ul>
      </div>
      <LocalizedLink to={paths.order(lang, query)} className="btn btn-primary">
        {t('sims:topUp.buy', { price: money(price, currency, lang) })}
      </LocalizedLink>
    </li>
  );
}
