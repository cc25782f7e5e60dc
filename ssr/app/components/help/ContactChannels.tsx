import { useTranslation } from '../../i18n/react';
import { TextLink } from '../../router/LocalizedLink';
import { useLang, useShell } from '../../router/page';
import { paths } from '../../router/paths';
import { Icon } from '../page/Icon';
import { MailAddress } from '../page/MailAddress';

const ROW = 'flex min-h-14 items-center gap-3 py-2 hover:text-primary';

/** Hotline with its hours, e-mail and WeChat, who sells, and the pages that answer most questions. */
export function ContactChannels() {
  const { t } = useTranslation();
  const lang = useLang();
  const { hotline, hours, legal, supportEmail, wechat } = useShell().tenant;
  return (
    <aside className="grid gap-4">
      <section aria-labelledby="channels" className="card-flush px-4 pb-2 pt-4">
        <h2 id="channels" className="font-semibold">
          {t('contact:channels.title')}
        </h2>
        <a href={`tel:${hotline.replaceAll(' ', '')}`} className={ROW}>
          <Icon name="phone" className="size-5 text-primary" />
          <span>
            <span className="block text-14 text-muted">{t('contact:channels.hotline')}</span>
            <span className="font-semibold">{hotline}</span>
            <span className="block text-14 text-muted">{hours}</span>
          </span>
        </a>
        <a href={`mailto:${supportEmail}`} className={ROW}>
          <Icon name="mail" className="size-5 text-primary" />
          <span className="min-w-0">
            <span className="block text-14 text-muted">{t('contact:channels.email')}</span>
            <span className="font-semibold">
              <MailAddress address={supportEmail} />
            </span>
            <span className="block text-14 text-muted">{t('contact:channels.reply')}</span>
          </span>
        </a>
        {wechat && (
          <div className="flex items-center gap-3 border-t border-line py-3">
            <Icon name="wechat" className="size-5 text-primary" />
            <div className="flex-1">
              <h3 className="font-semibold">{wechat.title}</h3>
              <p className="text-14 text-muted">{wechat.description}</p>
            </div>
            <img
              data-qr
              src={wechat.qrImage}
              alt={t('common:wechatQr')}
              width="96"
              height="96"
              loading="lazy"
              className="size-24 shrink-0 bg-white"
            />
          </div>
        )}
      </section>
      {legal && (
        <section aria-labelledby="seller" className="card-flush p-4">
          <h2 id="seller" className="font-semibold">
            {t('contact:channels.seller')}
          </h2>
          <p className="mt-1 text-14 text-muted">{legal}</p>
        </section>
      )}
      <nav aria-labelledby="quick" className="rounded-card bg-primary-soft p-4">
        <h2 id="quick" className="font-semibold">
          {t('contact:channels.quick')}
        </h2>
        <ul>
          {[
            { key: 'faq', to: paths.faq(lang) },
            { key: 'track', to: paths.track(lang) },
            { key: 'esim', to: paths.esim(lang) },
          ].map(({ key, to }) => (
            <li key={key}>
              <TextLink to={to} className="flex text-primary-strong">
                {t(`contact:channels.${key}`)}
              </TextLink>
            </li>
          ))}
        </ul>
      </nav>
    </aside>
  );
}
