import type { i18n as I18n } from 'i18next';
import { useEffect, type ReactNode } from 'react';
import type { Gw } from '../gw/client';
import { TranslatorContext } from '../i18n/react';
import { NavigateContext, type Navigate } from '../router/navigate';
import { GwContext } from '../router/page';

type Props = {
  translator: I18n;
  gw: Gw | null;
  /** How links go to other pages; null where there are only documents. */
  navigate: Navigate | null;
  /** Called once when React runs. */
  onReady?: () => void;
  children: ReactNode;
};

/** What stands round the router on both sides; the same tree, so that hydration finds the same ids. */
export function Providers({ translator, gw, navigate, onReady, children }: Props) {
  // Only now does React answer: when hydrateRoot returns, it has merely been asked to take the page over.
  useEffect(() => {
    onReady?.();
    document.documentElement.dataset.app = '1';
    // Once.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return (
    <TranslatorContext.Provider value={translator}>
      <GwContext.Provider value={gw}>
        <NavigateContext.Provider value={navigate}>{children}</NavigateContext.Provider>
      </GwContext.Provider>
    </TranslatorContext.Provider>
  );
}
