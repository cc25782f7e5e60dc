import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/react';
import { LanguageSwitch } from '../frame/LanguageSwitch';
import { Logo } from '../frame/Logo';
import { Icon } from '../page/Icon';

const BENEFITS = ['orders', 'checkout', 'points'] as const;

type Props = { title: string; intro: string; children: ReactNode; after?: ReactNode };

/** Layout of the pages to log in, sign up and reset a password: no header, the form in the middle, an introduction beside it. */
export function AuthFrame({ title, intro, children, after }: Props) {
  const { t } = useTranslation();
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
      <aside
        aria-label={t('auth:benefits.title')}
        className="hidden-until-complete hidden gradient-brand text-white lg:block"
      >
        <div className="sticky top-0 grid h-dvh content-center p-12">
          <p className="max-w-[420px] text-32 font-semibold leading-tight">
            {t('auth:benefits.title')}
          </p>
          <ul className="mt-8 grid gap-4">
            {BENEFITS.map((name) => (
              <li key={name} className="flex items-center gap-3">
                <span className="grid size-9 shrink-0 place-items-center rounded-full bg-white/15">
                  <Icon name="check" />
                </span>
                {t(`auth:benefits.${name}`)}
              </li>
            ))}
          </ul>
        </div>
      </aside>
      <div className="flex flex-col">
        <div className="hidden-until-complete flex min-h-14 flex-wrap items-center justify-between px-4 sm:px-6">
          <Logo />
          <LanguageSwitch compact />
        </div>
        <div className="mx-auto w-full max-w-[528px] px-4 pb-12 pt-4 sm:px-6 sm:pt-10">
          <h1 className="page-title">{title}</h1>
          <p className="mb-6 mt-1 text-muted">{intro}</p>
          <div className="card-flush p-4 sm:p-8">{children}</div>
          {after && <div className="mt-6 grid gap-2 text-center">{after}</div>}
        </div>
      </div>
    </div>
  );
}
