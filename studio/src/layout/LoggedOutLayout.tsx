import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { setLanguage } from '../i18n';
import { LanguageSwitch } from './LanguageSwitch';

/** The layout of pages without a login. */
export function LoggedOutLayout({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className="mx-auto max-w-[480px] px-4 py-6 sm:py-12">
      <header className="mb-6 flex items-center justify-between gap-4">
        <p className="font-semibold">{t('app')}</p>
        <LanguageSwitch onChange={setLanguage} />
      </header>
      <main className="card">{children}</main>
    </div>
  );
}
