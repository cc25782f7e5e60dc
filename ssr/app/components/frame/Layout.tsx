import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from '../../i18n/react';
import type { FooterProps } from './footerFrame';
import { Header } from './Header';
import { useFocusRecovery } from './useFocusRecovery';

type Props = { children: ReactNode; hideHeader: boolean; Footer: ComponentType<FooterProps> };

/** Skip link, offline banner, header, the page, footer. `hideHeader` leaves out header and footer. */
export function Layout({ children, hideHeader, Footer }: Props) {
  const { t } = useTranslation();
  useFocusRecovery();
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#main" className="btn btn-primary fixed left-4 -top-24 z-60 focus:top-2">
        {t('common:skip')}
      </a>
      <p
        data-offline-banner
        hidden
        suppressHydrationWarning
        role="status"
        className="bg-ink px-4 py-3 text-center text-14 text-white"
      >
        {t('common:net-work-offline')}
      </p>
      {!hideHeader && <Header />}
      <main id="main" tabIndex={-1} className="flex-1 no-outline">
        {children}
      </main>
      <Footer hidden={hideHeader} />
    </div>
  );
}
