import type { PageDataByKind } from '../../gw/page';
import { money, volumeText, zonedTime } from '../../i18n/format';
import { useTranslation } from '../../i18n/react';
import { LocalizedLink } from '../../router/LocalizedLink';
import { useLang, useShell } from '../../router/page';
import { paths } from '../../router/paths';

export type TopUps = NonNullable<PageDataByKind['install']['topUps']>;
type Preview = TopUps['items'][number]['preview'];

/** The top-ups for an eSIM of an order: each with a sentence on the resulting data and validity, and a link to the checkout. */
export function KitTopUps({ topUps, simId }: { topUps: TopUps; simId: string }) {
  const { t } = useTranslation();
  const lang = useLang();
  if (topUps.items.length === 0) return <p className="mt-4">{topUps.text}</p>;
  return (
    <ul className="mt-4 grid gap-3">
      {topUps.items.map(({ goodsId, name, price, currency, preview }) => (
        <li
          key={goodsId}
          className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-3"
        >
          <span>
            <span className="block font-medium">{name}</span>
            <span className="block text-14">{preview.text}</span>
            <span className="block text-14">
              <Outcome preview={preview} />
            </span>
          </span>
          <LocalizedLink
            to={paths.order(lang, { buyNow: goodsId, simType: 'esim', quantity: 1, simId })}
            className="btn btn-primary"
          >
            {t('order:install.topUp.buy', { price: money(price, currency, lang) })}
          </LocalizedLink>
        </li>
      ))}
    </ul>
  );
}

function Outcome({ preview: { dataMb, validUntil, lostMb = 0 } }: { preview: Preview }) {
  const { t } = useTranslation();
  const lang = useLang();
  const { timeZone } = useShell().tenant;
  const data = dataMb === undefined ? t('order:install.topUp.unlimited') : volumeText(dataMb, lang);
  const words = { data, time: validUntil && zonedTime(validUntil, lang, timeZone) };
  return (
    <>
      {t(`order:install.topUp.${validUntil ? 'until' : 'started'}`, words)}
      {lostMb > 0 && (
        <span className="block">
          {t('order:install.topUp.lost', { data: volumeText(lostMb, lang) })}
        </span>
      )}
    </>
  );
}
