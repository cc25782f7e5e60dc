import { useTranslation } from 'react-i18next';
import { dismiss, useShop } from './store';

/** What the frame shows over every page: loading mask, messages, and the region read out after a navigation. */
export function FrameRegions() {
  return (
    <>
      <LoadingMask />
      <Notices />
      <p id="announcer" className="sr-only" aria-live="polite" aria-atomic="true" />
    </>
  );
}

function LoadingMask() {
  const { t } = useTranslation();
  const loading = useShop((s) => s.fullLoading);
  if (!loading) return null;
  return (
    <div className="loading-mask" role="status">
      <span className="loading-mask-text">{t('common:loading')}</span>
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
