import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { show } from '../i18n';
import { Languages } from './Languages';

/** The frame of pages for whoever is not logged in. */
export function Entry({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className="mx-auto max-w-[480px] px-4 py-6 sm:py-12">
      <header className="mb-6 flex items-center justify-between gap-4">
        <p className="font-semibold">{t('app')}</p>
        <Languages onChange={show} />
      </header>
      <main className="card">{children}</main>
    </div>
  );
}
