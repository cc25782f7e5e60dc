import { useTranslation } from '../../i18n/react';
import { useLocation } from 'react-router';
import { LocalizedLink } from '../../router/LocalizedLink';
import { useLang, useShell } from '../../router/page';
import { localizedPath } from '../../router/paths';
import { Icon, isIconName } from '../page/Icon';
import { menuTarget } from './menuTarget';

/** The top-level entries the server gives, in its order. */
export function MenuLinks({
  className,
  itemClassName,
}: {
  className: string;
  itemClassName: string;
}) {
  const { t } = useTranslation();
  const lang = useLang();
  const { menus } = useShell();
  const { pathname } = useLocation();
  return (
    <ul className={className}>
      {menus.map((item) => {
        const { to, newTab } = menuTarget(item, lang);
        const here = to.startsWith('/') && localizedPath(lang, to).split('?')[0] === pathname;
        return (
          <li key={`${item.redirectUrl} ${item.menuName}`}>
            <LocalizedLink
              to={to}
              className={itemClassName}
              aria-current={here ? 'page' : undefined}
              {...(newTab ? { target: '_blank', rel: 'noopener' } : {})}
            >
              <MenuIcon icon={item.icon} />
              {item.menuName}
              {newTab && <span className="sr-only">{t('common:newTab')}</span>}
            </LocalizedLink>
          </li>
        );
      })}
    </ul>
  );
}

// The server names one of our drawings, or gives the path of an image.
function MenuIcon({ icon }: { icon: string }) {
  if (isIconName(icon)) return <Icon name={icon} />;
  if (!/^(\/|https:)/.test(icon)) return null;
  return <img src={icon} alt="" width="20" height="20" className="size-5" />;
}
