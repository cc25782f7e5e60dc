import type { i18n as I18n } from 'i18next';
import type { createBrowserRouter } from 'react-router';
import type { Tab } from '../app/entry/load';
import type { Page } from '../app/gw/page';
import { ROOT_ID } from '../app/router/module';

type Router = ReturnType<typeof createBrowserRouter>;

/** Creates a Tab over a router. */
export function fakeTab(translator: I18n, build: string, router: () => Router): Tab {
  return {
    build,
    documentPath: location.pathname,
    translator,
    currentPage: (address) => {
      const { location, loaderData } = router().state;
      const here = `${location.pathname}${location.search}`;
      return here === address ? (loaderData[ROOT_ID] as Page) : undefined;
    },
    isOutdated: () => false,
    hash: () => '',
    onRevalidated: () => undefined,
  };
}
