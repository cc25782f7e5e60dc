import { useTranslation } from '../../i18n/react';
import { useShell } from '../../router/page';
import { FlagImage } from '../page/Flags';
import { Icon } from '../page/Icon';

/** The regional sites; each opens in a new tab, the current one is marked. List items of the footer. */
export function RegionSelector({ className }: { className: string }) {
  const { t } = useTranslation();
  const { tenants, tenant } = useShell();
  return tenants.map((site) => {
    const current = site.tenantId === tenant.tenantId;
    return (
      <li key={site.tenantId}>
        <a
          href={site.webSite}
          target="_blank"
          rel="noopener"
          aria-current={current || undefined}
          className={`${className} aria-[current]:font-semibold aria-[current]:text-primary`}
        >
          {site.icon ? <FlagImage src={site.icon} /> : <Icon name="globe" className="size-6" />}
          {site.tenantName}
          {current && <Icon name="check" />}
          <span className="sr-only">{t('common:newTab')}</span>
        </a>
      </li>
    );
  });
}
