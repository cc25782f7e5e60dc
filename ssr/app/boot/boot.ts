import { prefetchPage } from './prefetch';
import { startApplication } from './application';
import { showCartCount } from './badge';
import { layOutDeferred } from './deferredLayout';
import { followHeader, followMenus, followOffline, openDialogs, submitOnChange } from './page';
import { afterPaint } from './afterPaint';
import { onSession, refreshSession, type Session } from './session';
import { blockTouch } from './touch';
import { isNoticeKept } from '../state/keptNotice';
import { isFrugal, loadOnTrigger, type When } from './loadTrigger';
import { registerWhenNeeded } from './worker';

// The script of every page: what must work at once, without React. It runs after the HTML is parsed. It is built alone,
// as a script that is no module, and shares no code with the application, only what it hands over.
const html = document.documentElement;
const { modules = '', load = 'idle', styles } = document.getElementById('boot')!.dataset;
// A message from the page before, such as that somebody is logged out, is shown at once.
const when = isNoticeKept() ? 'now' : (load as When);

html.dataset.js = '1';
// The application will not come.
if (when !== 'now' && isFrugal()) html.dataset.frugal = '1';
followMenus();
followHeader();
openDialogs();
submitOnChange();
blockTouch();

onSession(showSession);
afterPaint(() => {
  void refreshSession();
  layOutDeferred();
});
// A page from the back/forward cache shows the cart of when it was left.
addEventListener('pageshow', (event) => {
  if (event.persisted) void refreshSession();
});

loadOnTrigger(when, () => {
  const urls = modules.split(' ');
  preload(urls);
  const prefetched = styles ? prefetchPage(styles) : undefined;
  return startApplication(urls[0]!, { onSession, refreshSession, prefetched });
});

// What nobody presses, in a task of its own.
setTimeout(() => {
  followOffline();
  registerWhenNeeded();
});

function showSession(session: Session): void {
  html.dataset.login = session.isLogin ? '1' : '0';
  for (const badge of document.querySelectorAll<HTMLElement>('[data-cart-count]')) {
    showCartCount(badge, session.cartCount);
  }
}

// The application names its page chunk only once it runs; asking now saves a round trip.
function preload(urls: string[]): void {
  for (const href of urls) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = href;
    document.head.append(link);
  }
}
