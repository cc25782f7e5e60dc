import { useEffect, useRef, useState } from 'react';
import { useNavigation } from 'react-router';
import { useTranslation } from '../i18n/react';
import { dismiss, useShop } from './store';

/** The overlays of every page: progress bar, loading mask, messages, confirmation dialog, and the live region for navigations. */
export function FrameRegions() {
  return (
    <>
      <NavigationProgress />
      <LoadingMask />
      <Notices />
      <MessageBox />
      <p id="announcer" className="sr-only" aria-live="polite" aria-atomic="true" />
    </>
  );
}

/** How long a navigation may take before the progress bar appears, in milliseconds. */
const PROGRESS_AFTER_MS = 300;

function NavigationProgress() {
  const { t } = useTranslation();
  const busy = useNavigation().state !== 'idle';
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!busy) return;
    const main = document.getElementById('main');
    const timer = setTimeout(() => {
      setSlow(true);
      main?.setAttribute('aria-busy', 'true');
    }, PROGRESS_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
      main?.removeAttribute('aria-busy');
    };
  }, [busy]);
  if (!slow) return null;
  return <div className="progress" role="progressbar" aria-label={t('common:loading')} />;
}

function LoadingMask() {
  const { t } = useTranslation();
  const loading = useShop((s) => s.fullLoading);
  if (!loading) return null;
  return (
    <div className="loading-mask" role="status">
      <span className="loading-mask-text">{t('common:loadingMask')}</span>
    </div>
  );
}

function Notices() {
  const { t } = useTranslation();
  const notices = useShop((s) => s.notices);
  return (
    <div className="notices" role="status" aria-live="polite">
      {notices.map((notice) => (
        <div key={notice.id} className="notice">
          <span>{notice.message}</span>
          {notice.action && (
            <button type="button" className="notice-action" onClick={notice.action.run}>
              {notice.action.label}
            </button>
          )}
          <button
            type="button"
            className="notice-close"
            aria-label={t('common:close')}
            onClick={() => dismiss(notice.id)}
          >
            ×
          </button>
        </div>
      ))}
    </div>
  );
}

// Escape cancels; a click beside the box does nothing. The browser returns the focus to the element that opened it.
function MessageBox() {
  const { t } = useTranslation();
  const box = useShop((s) => s.messageBox);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (box) dialog.current?.showModal();
    else if (dialog.current?.open) dialog.current.close();
  }, [box]);
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby="message-box"
      onCancel={() => box?.answer(false)}
      className="p-6"
    >
      <p id="message-box">{box?.message}</p>
      <div className="mt-6 flex justify-end gap-3">
        <button type="button" className="btn btn-secondary" onClick={() => box?.answer(false)}>
          {t('common:cancel')}
        </button>
        <button type="button" className="btn btn-primary" onClick={() => box?.answer(true)}>
          {t('common:confirm')}
        </button>
      </div>
    </dialog>
  );
}
