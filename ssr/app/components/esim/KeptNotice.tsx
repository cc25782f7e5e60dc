import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { canKeep, registerWorker } from '../../boot/worker';
import { useTranslation } from '../../i18n/react';
import { keepPage, removeKept, removeOrder } from '../../worker/kept';
import { refuse, refused } from '../../worker/refused';

type Props = {
  /** Whether nothing can be installed any more, or not with what was kept. */
  erased: boolean;
};

/**
 * Keeps this order's page on the device, says so, and takes it away again. Nothing where that cannot be. What the shop
 * has erased goes from the device, too.
 */
export function KeptNotice({ erased }: Props) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const [kept, setKept] = useState<boolean>();

  const keep = async () => {
    registerWorker();
    refuse(pathname, false);
    setKept(await keepPage(pathname).catch(() => undefined));
  };
  const remove = async () => {
    refuse(pathname, true);
    await removeKept(pathname);
    setKept(false);
  };
  useEffect(() => {
    if (!canKeep()) return;
    if (erased) void removeOrder(pathname);
    else if (refused().includes(pathname)) setKept(false);
    // Offline this page is itself the kept one.
    else if (navigator.onLine) void keep();
    else setKept(true);
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [pathname, erased]);

  if (kept === undefined || erased) return null;
  return (
    <div className="no-print flex flex-wrap items-center justify-between gap-3 text-14 text-muted">
      <p role="status">{t(kept ? 'offline:notice' : 'offline:removed')}</p>
      <button
        type="button"
        className="btn btn-secondary"
        onClick={() => void (kept ? remove() : keep())}
      >
        {t(kept ? 'offline:remove' : 'offline:keep')}
      </button>
    </div>
  );
}
