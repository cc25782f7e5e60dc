import type { PageDataByKind } from '../../gw/page';
import { useTranslation } from '../../i18n/react';
import { Icon } from '../page/Icon';
import { KitBody } from './KitBody';
import type { TopUps } from './KitTopUps';

type Kit = PageDataByKind['install']['kits'][number];
type Props = {
  kit: Kit;
  device: PageDataByKind['install']['device'];
  /** How many eSIMs of the same plan the order has. */
  of: number;
  topUps?: TopUps;
  /** One of many: only its summary is shown until it is opened. */
  folded?: 'open' | 'closed';
};

/** Everything needed to install one eSIM: links for this phone, a code for another screen, and the code in text. */
export function InstallKit({ kit, device, of, topUps, folded }: Props) {
  const { t } = useTranslation();
  const { name, unit, iccidLast4, stateText } = kit.install;
  const title = of > 1 ? t('order:install.unit', { name, unit }) : name;
  const standing = (
    <p className="text-14 text-muted">
      {stateText}
      {iccidLast4 && <> · {t('order:install.iccid', { last4: iccidLast4 })}</>}
    </p>
  );
  if (!folded) {
    return (
      <article className="card">
        <h2 className="text-20 font-semibold">{title}</h2>
        <div className="mb-4">{standing}</div>
        <KitBody kit={kit} device={device} topUps={topUps} />
      </article>
    );
  }
  return (
    <details className="group/kit card-flush" open={folded === 'open' || undefined}>
      <summary className="flex items-center justify-between gap-4 p-4 sm:px-6">
        <div>
          <h2 className="font-semibold">{title}</h2>
          {standing}
        </div>
        <Icon name="down" className="size-5 shrink-0 group-open/kit:rotate-180" />
      </summary>
      <div className="px-4 pb-4 sm:px-6 sm:pb-6">
        <KitBody kit={kit} device={device} topUps={topUps} />
      </div>
    </details>
  );
}
