import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { canCachePages, registerWorker } from '../../boot/worker';
import { useTranslation } from '../../i18n/react';
import {
  cacheInstallPage,
  cachedInstallPage,
  uncacheInstallPage,
  uncacheOrder,
} from '../../worker/pageCache';
import { setOptOut, optOuts } from '../../worker/optOuts';

type Props = {
  /** Whether nothing can be installed any more, or not with a cached copy. */
  erased: boolean;
};

/**
 * Caches this order's page on the device, with a message and a button that deletes it again. Renders nothing where that is not
 * possible. Deletes the copy when the shop has erased the data.
 */
export function OfflineCopyNotice({ erased }: Props) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const [cached, setCached] = useState<boolean>();

  const cache = async () => {
    registerWorker();
    setOptOut(pathname, false);
    // The copy of before is there while a new one is fetched, and if none comes.
    const former = (await cachedInstallPage(pathname)) ? true : undefined;
    if (former) setCached(true);
    const now = await cacheInstallPage(pathname).catch(() => former);
    if (!optOuts().includes(pathname)) setCached(now);
  };
  const remove = async () => {
    setOptOut(pathname, true);
    await uncacheInstallPage(pathname);
    setCached(false);
  };
  useEffect(() => {
    if (!canCachePages()) return;
    if (erased) void uncacheOrder(pathname);
    else if (optOuts().includes(pathname)) setCached(false);
    // Offline this page is the cached copy.
    else if (navigator.onLine) void cache();
    else setCached(true);
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [pathname, erased]);

  if (cached === undefined || erased) return null;
  return (
    <div className="no-print flex flex-wrap items-center justify-between gap-3 text-14 text-muted">
      <p role="status">{t(cached ? 'offline:notice' : 'offline:removed')}</p>
      <button
        type="button"
        className="btn btn-secondary"
        onClick={() => void (cached ? remove() : cache())}
      >
        {t(cached ? 'offline:remove' : 'offline:keep')}
      </button>
    </div>
  );
}
