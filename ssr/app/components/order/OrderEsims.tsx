import type { TFunction } from 'i18next';
import type { PageDataByKind } from '../../gw/page';
import { useTranslation } from '../../i18n/react';
import { LocalizedLink } from '../../router/LocalizedLink';
import { useLang } from '../../router/page';
import { paths } from '../../router/paths';
import { LongList } from '../page/LongList';

type Kit = PageDataByKind['order_detail']['install'][number];
type Props = {
  orderNo: string;
  install: PageDataByKind['order_detail']['install'];
  /** How the order stands, which is not said again. */
  state: string;
};

/** How the eSIMs of an order stand, and the way to the page that installs them. */
export function OrderEsims({ orderNo, install, state }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  if (install.length === 0) return null;
  return (
    <section
      aria-labelledby="install"
      className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-paper p-4 sm:p-6"
    >
      <div>
        <h2 id="install" className="text-20 font-semibold">
          {t('order:esims', { count: install.length })}
        </h2>
        <LongList
          className="grid gap-1 text-muted"
          items={install.map((kit) => (
            <li key={`${kit.lineId}-${kit.unit}`}>
              {kit.name}
              {standing(kit, t) !== state && <> · {standing(kit, t)}</>}
              {kit.iccidLast4 && <> · {t('order:install.iccid', { last4: kit.iccidLast4 })}</>}
            </li>
          ))}
        />
      </div>
      <p className="no-print flex flex-wrap gap-3">
        <LocalizedLink to={paths.orderSims(lang, orderNo)} className="btn btn-secondary">
          {t('order:sims')}
        </LocalizedLink>
        <LocalizedLink to={paths.install(lang, orderNo)} className="btn btn-secondary">
          {t('order:install.open')}
        </LocalizedLink>
      </p>
    </section>
  );
}

// What was erased or has to be registered says so; everything else stands as on the SIM's own page.
function standing({ needsAction, erasedAt, state, stateText }: Kit, t: TFunction): string {
  if (needsAction) return t('order:line.needs_action');
  if (erasedAt) return t('order:install.state.erased');
  return stateText ?? t(`order:install.state.${state}`);
}
