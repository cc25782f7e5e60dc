import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { applicationId } from '../../../shared/constants.json';
import type { Boot } from '../boot/application';
import { StaticFooter } from '../components/frame/StaticFooter';
import { lazyGw } from '../gw/lazy';
import type { Page } from '../gw/page';
import { createTranslator } from '../i18n/instance';
import { LANG_CODES } from '../i18n/lang';
import { ROOT_ID } from '../router/module';
import { makeRoutes } from '../router/routes';
import { takeFlash } from '../state/flash';
import { trackScreenSize } from '../state/screen';
import { showLoadingMask, notify, setShop, applySession } from '../state/store';
import { changedFields } from '../drafts/fields';
import { singleRequest } from './dataStrategy';
import { hydrationData } from './hydrationData';
import { loadPage, type Tab } from './load';
import { localizeAddress } from './localizeAddress';
import { prefetchOnIntent } from './prefetch';
import { Providers } from './Providers';
import { isNewBuild, mayReload } from './reload';
import { loadLazyRoutes } from './lazyRoutes';
import { clearRetry, offerRetry, retryWhenOnline } from './retry';
import { trackSubmissions } from './submissions';

/**
 * Starts the application: hydrates the document and creates the router. The boot script calls it.
 * @throws Error when the page's data could not be read; nothing has changed then, and it may be called again
 */
export async function start({ onSession, refreshSession, prefetched }: Boot): Promise<void> {
  localizeAddress();
  const data = await hydrationData(prefetched);
  // The page is of another build: it works without the application.
  if (!data) return;
  const { payload, shown } = data;
  // Seldom needed, so its code is fetched only then.
  const early = shown ? undefined : await import('./earlyInput');
  const page = payload.loaderData[ROOT_ID];
  const { langId } = LANG_CODES[payload.lang];
  const translator = createTranslator(payload.lang, payload.texts);
  const gw = lazyGw(
    {
      origin: '',
      lang: payload.lang,
      application: String(applicationId),
      tenantId: page?.shell.tenant.tenantId ?? '',
    },
    showLoadingMask,
  );
  let outdated = false;
  const tab: Tab = {
    build: payload.build,
    documentPath: location.pathname,
    translator,
    currentPage: (address) => {
      const { location: at, loaderData } = router.state;
      return `${at.pathname}${at.search}` === address ? (loaderData[ROOT_ID] as Page) : undefined;
    },
    isOutdated: () => outdated,
    hash: () => router.state.navigation.location?.hash ?? '',
    onRevalidated: (worked) => {
      if (worked) clearRetry();
      else
        offerRetry(translator.t, {
          what: 'load',
          retry: () => void router.revalidate(),
          safe: true,
        });
    },
  };
  const routes = makeRoutes({
    load: ({ request }) => loadPage(request, tab),
    gw: () => gw,
    Footer: StaticFooter,
    onSubmit: trackSubmissions(translator.t, (path, formData) => {
      void router.navigate(path, { formMethod: 'post', formData, preventScrollReset: true });
    }),
  });
  // React Router would render a fallback for a route that is still lazy, and so lose the HTML.
  await loadLazyRoutes(matchRoutes(routes, location) ?? []);
  const router = createBrowserRouter(routes, {
    dataStrategy: singleRequest(() => void refreshSession()),
    hydrationData: {
      loaderData: payload.loaderData,
      actionData: payload.actionData,
      errors: payload.errors,
    },
  });
  const root = document.getElementById('root')!;
  const application = (
    <Providers
      translator={translator}
      gw={gw}
      navigate={(to, options) => router.navigate(to, options)}
      onReady={early?.captureEarlyInput()}
    >
      <RouterProvider router={router} />
    </Providers>
  );
  // Interruptible: in one task, hydration takes a slow phone a third of a second.
  startTransition(() => {
    if (shown)
      hydrateRoot(root, application, { onRecoverableError: (error) => reportError(error) });
    else createRoot(root).render(application);
  });
  prefetchOnIntent(routes, onSession);
  setShop({ pk: page?.shell.pk ?? '', langId });
  onSession(applySession);
  trackScreenSize();
  const notice = takeFlash();
  if (notice) notify(translator.t(notice.text), notice);
  retryWhenOnline();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible') return;
    void isNewBuild(payload.build).then((yes) => {
      outdated = yes;
      if (outdated && !isBusy(router.state) && mayReload(location.pathname)) location.reload();
    });
  });
}

// Whether a reload would lose something: typed text, a navigation under way, or an open payment.
function isBusy({ navigation, matches }: ReturnType<typeof createBrowserRouter>['state']): boolean {
  const paying = matches.some(({ route }) => route.id === 'payment');
  const typed = [...document.forms].some((form) => changedFields(form).length > 0);
  return paying || typed || navigation.state !== 'idle';
}
