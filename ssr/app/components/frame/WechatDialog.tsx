import { useTranslation } from '../../i18n/react';
import { useShell } from '../../router/page';
import { Icon } from '../page/Icon';

/** A link to the site's WeChat QR code; with scripts it opens in a dialog. */
export function WechatDialog({ className }: { className: string }) {
  const { t } = useTranslation();
  const { wechat } = useShell().tenant;
  if (!wechat) return null;
  return (
    <li>
      <a href={wechat.qrImage} data-dialog-open="wechat" className={className}>
        <Icon name="wechat" />
        {wechat.title}
      </a>
      <dialog id="wechat" aria-labelledby="wechat-title" className="p-6 text-center">
        <h2 id="wechat-title" className="text-20 font-semibold">
          {wechat.title}
        </h2>
        <p className="mt-2 text-muted">{wechat.description}</p>
        <img
          data-qr
          src={wechat.qrImage}
          alt={t('common:wechatQr')}
          loading="lazy"
          className="mx-auto my-4 size-60"
        />
        <button type="button" data-dialog-close className="btn btn-secondary">
          {t('common:close')}
        </button>
      </dialog>
    </li>
  );
}
