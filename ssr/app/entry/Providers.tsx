import type { i18n as I18n } from 'i18next';
import { useEffect, type ReactNode } from 'react';
import type { Gw } from '../gw/client';
import { TranslatorContext } from '../i18n/react';
import { NavigateContext, type Navigate } from '../router/navigate';
import { GwContext } from '../router/page';

type Props = {
  translator: I18n;
  gw: Gw | null;
  /** Navigates on the client; null in the renderer. */
  navigate: Navigate | null;
  /** Called once after hydration. */
  onReady?: () => void;
  children: ReactNode;
};

/** The context providers around the router. Server and browser render the same tree, so that hydration finds the same ids. */
export function Providers({ translator, gw, navigate, onReady, children }: Props) {
  // An effect runs when hydration has finished; hydrateRoot returns before that.
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
