import { useState } from 'react';
import { InstallHelp } from '../components/esim/InstallHelp';
import { InstallKit } from '../components/esim/InstallKit';
import { InstallSheet } from '../components/esim/InstallSheet';
import { OfflineCopyNotice } from '../components/esim/OfflineCopyNotice';
import { RegisterFirst } from '../components/order/RegisterFirst';
import { useRefreshWhile } from '../components/order/useRefreshWhile';
import { Icon } from '../components/page/Icon';
import type { PageDataByKind } from '../gw/page';
import { useTranslation } from '../i18n/react';
import { LocalizedLink } from '../router/LocalizedLink';
import { done, failed, type PageAction, type PageHandle, type PageProps } from '../router/module';
import { useLang } from '../router/page';
import { paths } from '../router/paths';

export const handle: PageHandle = { i18n: ['order', 'offline'] };

export const action: PageAction = async ({ form, gw, params }) => {
  const sent = await gw.post('/cq-ordercharge/order/mailAgain', { orderNo: params.orderNo ?? '' });
  return sent.ok ? done() : failed(form, sent);
};

type Kit = PageDataByKind['install']['kits'][number];

// From so many eSIMs on only one is unfolded: on a phone each takes more than a screen.
const MIN_FOLDED = 4;

export function Component({ page }: PageProps<'install'>) {
  const { t } = useTranslation();
  const lang = useLang();
  const { orderNo, kits, nothing, device, simId, topUps, registration } = page.data;
  const ready = kits.filter(({ install }) => install.lpa);
  const open = kits.filter(({ install }) => !install.erasedAt);
  useRefreshWhile(ready.length < open.length || !!nothing?.coming);
  // The open one stays open when its state is read again: after the installation its steps are still needed.
  const [next] = useState(() => keyOf(kits.find(isWaiting) ?? kits[0]));
  return (
    <>
      <div className="container-page no-print grid gap-6 py-6">
        <header className="flex flex-wrap items-end justify-between gap-3">
          <div>
            <h1 className="page-title">{t('order:install.title')}</h1>
            <p className="text-muted">{t('order:install.of', { orderNo })}</p>
          </div>
          <p className="flex flex-wrap gap-3">
            <LocalizedLink to={paths.orderDetail(lang, orderNo)} className="btn btn-secondary">
              {t('order:install.back')}
            </LocalizedLink>
            {ready.length > 0 && (
              <button
                type="button"
                onClick={() => window.print()}
                title={t('order:install.printHint')}
                className="btn btn-secondary scriptless:hidden no-app:invisible"
              >
                <Icon name="print" />
                {t('order:install.print')}
              </button>
            )}
          </p>
        </header>
        {registration && <RegisterFirst orderNo={orderNo} {...registration} />}
        {nothing && <p className="card">{nothing.text}</p>}
        <div className={`grid empty:hidden ${kits.length < MIN_FOLDED ? 'gap-6' : 'gap-2'}`}>
          {kits.map((kit) => {
            const topsUp = simId !== undefined && simId === kit.install.simId;
            const wanted = simId ? topsUp : keyOf(kit) === next;
            const folded = wanted ? 'open' : 'closed';
            return (
              <InstallKit
                key={keyOf(kit)}
                kit={kit}
                device={device}
                topUps={topsUp ? topUps : undefined}
                of={kits.filter(({ install }) => install.lineId === kit.install.lineId).length}
                folded={kits.length < MIN_FOLDED ? undefined : folded}
              />
            );
          })}
        </div>
        {kits.length > 0 && <InstallHelp data={page.data} />}
        {(ready.length > 0 ||
          open.some(({ install }) => install.reissuing) ||
          open.length < kits.length ||
          nothing?.coming === false) && <OfflineCopyNotice erased={ready.length === 0} />}
      </div>
      {ready.map((kit) => (
        <InstallSheet key={keyOf(kit)} kit={kit} />
      ))}
    </>
  );
}

function keyOf(kit: Kit | undefined): string {
  return kit ? `${kit.install.lineId}-${kit.install.unit}` : '';
}

/** Whether an eSIM can be installed and is not installed yet. */
function isWaiting({ install }: Kit): boolean {
  return install.lpa !== '' && install.state === 'released';
}
