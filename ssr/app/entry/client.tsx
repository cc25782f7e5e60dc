import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, type DataStrategyFunction } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { applicationId } from '../../../shared/constants.json';
import type { Boot } from '../boot/application';
import { createGw } from '../gw/client';
import type { Page } from '../gw/page';
import { createTranslator } from '../i18n/instance';
import { LANG_FACTS } from '../i18n/lang';
import { ROOT_ID } from '../router/module';
import { makeRoutes } from '../router/routes';
import { takeNotice } from '../state/keptNotice';
import { followScreen } from '../state/screen';
import { coverPage, notify, setShop, takeSession } from '../state/store';
import { firstData } from './first';
import { loadPage } from './load';
import { prefetchOnIntent } from './prefetch';
import { Providers } from './Providers';
import { reloadOnNewBuild } from './reload';
import { resolveLazy } from './resolve';

/**
 * Makes the document an application. Loaded by the boot script, when it is wanted.
 * @throws Error when the page's data did not come; nothing has changed then, and it may be called again
 */
export async function start({ onSession, refreshSession, ahead }: Boot): Promise<void> {
  const { payload, shown } = await firstData(ahead);
  const page = payload.loaderData[ROOT_ID] as Page | undefined;
  const { langId } = LANG_FACTS[payload.lang];
  const translator = createTranslator(payload.lang, payload.texts);
  const gw = createGw({
    origin: '',
    lang: payload.lang,
    application: String(applicationId),
    tenantId: page?.shell.tenant.tenantId ?? '',
    cover: coverPage,
  });
  const routes = makeRoutes({
    load: ({ request }) => loadPage(request, payload.build, translator),
    gw: () => gw,
  });
  // React Router would render a fallback for a route that is still lazy, and so lose the HTML.
  await resolveLazy(matchRoutes(routes, location) ?? []);
  const router = createBrowserRouter(routes, {
    dataStrategy: askOnce(() => void refreshSession(langId)),
    hydrationData: {
      loaderData: payload.loaderData,
      actionData: payload.actionData,
      errors: payload.errors,
    },
  });
  const root = document.getElementById('root')!;
  const application = (
    <Providers translator={translator} gw={gw}>
      <RouterProvider router={router} />
    </Providers>
  );
  // In slices, between which the browser answers: at once this takes a slow phone a third of a second.
  startTransition(() => {
    if (shown)
      hydrateRoot(root, application, { onRecoverableError: (error) => reportError(error) });
    else createRoot(root).render(application);
  });
  prefetchOnIntent(routes, onSession);
  setShop({ pk: page?.shell.pk ?? '', langId });
  onSession(takeSession);
  followScreen();
  const notice = takeNotice();
  if (notice) notify(translator.t(notice.text), notice);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void reloadOnNewBuild(payload.build);
  });
}

// One navigation runs the root loader (one request) and nothing else; a form post also changes what
// the session call says, so it is asked again.
function askOnce(posted: () => void): DataStrategyFunction {
  return async ({ matches, request }) => {
    const wanted = matches.filter((match) => match.shouldCallHandler());
    const results = await Promise.all(wanted.map((match) => match.resolve()));
    if (request.method !== 'GET') posted();
    return Object.fromEntries(wanted.map((match, i) => [match.route.id, results[i]!]));
  };
}
