import { useTranslation } from '../../i18n/react';
import type { Lang } from '../../i18n/lang';
import { LocalizedLink } from '../../router/LocalizedLink';
import { useLang } from '../../router/page';
import { paths } from '../../router/paths';
import { Icon, type IconName } from '../page/Icon';

export const LINKS = [
  { key: 'esim', icon: 'esim', to: paths.esim },
  { key: 'track', icon: 'order', to: (lang: Lang) => paths.track(lang) },
  { key: 'whyUs', icon: 'info', to: paths.whyUs },
  { key: 'contact', icon: 'mail', to: paths.contact },
] as const satisfies readonly { key: string; icon: IconName; to: unknown }[];

/** Pages that people look for before and after buying. */
export function QuickLinks() {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4 lg:gap-4">
      {LINKS.map(({ key, icon, to }) => (
        <li key={key}>
          <LocalizedLink
            to={to(lang)}
            className="card-flush flex h-full gap-3 p-4 hover:border-primary hover:raised"
          >
            <Icon name={icon} className="size-6 text-primary" />
            <span>
              <span className="block font-semibold">{t(`home:links.${key}.title`)}</span>
              <span className="block text-14 text-muted">{t(`home:links.${key}.text`)}</span>
            </span>
          </LocalizedLink>
        </li>
      ))}
    </ul>
  );
}
