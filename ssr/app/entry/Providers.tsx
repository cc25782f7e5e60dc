import type { i18n as I18n } from 'i18next';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import type { Gw } from '../gw/client';
import { GwContext } from '../router/page';

type Props = { translator: I18n; gw: Gw | null; children: ReactNode };

/** What stands round the router on both sides; the same tree, so that hydration finds the same ids. */
export function Providers({ translator, gw, children }: Props) {
  return (
    <I18nextProvider i18n={translator}>
      <GwContext.Provider value={gw}>{children}</GwContext.Provider>
    </I18nextProvider>
  );
}
