import { prefetchPage } from './prefetch';
import { startApplication } from './application';
import { showCartCount } from './badge';
import { layOutDeferred } from './deferredLayout';
import { initFixedHeader, initMenus, initOfflineBanner, initDialogs, initAutosubmit } from './page';
import { afterPaint } from './afterPaint';
import { onSession, refreshSession, type Session } from './session';
import { initTouchBlocking } from './touch';
import { hasFlash } from '../state/flash';
import { isFrugal, loadOnTrigger, type LoadTrigger } from './loadTrigger';
import { registerOnOrderPages } from './worker';

// The script of every page: what must work at once, without React. It runs after the HTML is parsed. It is built alone,
// as a script that is no module, and shares no code with the application, only what it hands over.
const html = document.documentElement;
const { modules = '', load = 'idle', styles } = document.getElementById('boot')!.dataset;
// A flash message of the previous page, such as that somebody is logged out, is shown at once.
const when = hasFlash() ? 'now' : (load as LoadTrigger);

html.dataset.js = '1';
// The application will not be loaded.
if (when !== 'now' && isFrugal()) html.dataset.frugal = '1';
initMenus();
initFixedHeader();
initDialogs();
initAutosubmit();
initTouchBlocking();

onSession(showSession);
afterPaint(() => {
  void refreshSession();
  layOutDeferred();
});
// A page from the back/forward cache shows an old cart count.
addEventListener('pageshow', (event) => {
  if (event.persisted) void refreshSession();
});

loadOnTrigger(when, () => {
  const urls = modules.split(' ');
  preload(urls);
  const prefetched = styles ? prefetchPage(styles) : undefined;
  return startApplication(urls[0]!, { onSession, refreshSession, prefetched });
});

// What no click needs runs in a separate task.
setTimeout(() => {
  initOfflineBanner();
  registerOnOrderPages();
});

function showSession(session: Session): void {
  html.dataset.login = session.isLogin ? '1' : '0';
  for (const badge of document.querySelectorAll<HTMLElement>('[data-cart-count]')) {
    showCartCount(badge, session.cartCount);
  }
}

// The application imports the chunk of the page only once it runs; preloading saves a round trip.
function preload(urls: string[]): void {
  for (const href of urls) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = href;
    document.head.append(link);
  }
}
