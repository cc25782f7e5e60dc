import '../styles.css';
import { mayReload } from '../entry/reload';
import { askAhead } from './ahead';
import { badgeText } from './badge';
import { isLoadFailure } from './loadFailure';
import { followHeader, followMenus, followOffline, openDialogs, submitOnChange } from './page';
import { onSession, refreshSession, type Session } from './session';
import { blockTouch } from './touch';
import { loadWhenWanted, type When } from './wanted';
import { registerWhenNeeded } from './worker';

// The script of every page: what must work at once, without React. It runs after the HTML is parsed.
const html = document.documentElement;
const {
  langId = '2',
  modules = '',
  load = 'idle',
  styles,
} = document.getElementById('boot')!.dataset;

type Application = typeof import('../entry/client');

html.dataset.js = '1';
followMenus();
followHeader();
followOffline();
openDialogs();
submitOnChange();
blockTouch();

onSession(showSession);
void refreshSession(Number(langId));
// A page from the back/forward cache shows the cart of when it was left.
addEventListener('pageshow', (event) => {
  if (event.persisted) void refreshSession(Number(langId));
});

// A chunk that is gone belongs to a build that is gone, unless nothing can be fetched at all. One that came and failed
// while it ran is a fault of ours: the error page shows it.
addEventListener('vite:preloadError', (event) => {
  if (!isLoadFailure(event.payload)) return;
  event.preventDefault();
  if (navigator.onLine && mayReload(location.pathname)) location.reload();
});

loadWhenWanted(load as When, async () => {
  preload(modules);
  if (styles) askAhead(styles);
  const application = (await import('../entry/client')) as Application | undefined;
  await application?.start(); // undefined: it did not come, which is dealt with above
});

registerWhenNeeded();

function showSession(session: Session): void {
  html.dataset.login = session.isLogin ? '1' : '0';
  for (const badge of document.querySelectorAll<HTMLElement>('[data-cart-count]')) {
    badge.textContent = badgeText(session.cartCount);
    badge.hidden = session.cartCount < 1;
  }
}

// The application names its page chunk only once it runs; asking now saves a round trip.
function preload(urls: string): void {
  for (const href of urls.split(' ').filter(Boolean)) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = href;
    document.head.append(link);
  }
}
