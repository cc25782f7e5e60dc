import { headerFixMinWidthPx, headerFixScrollPx } from '../../../shared/constants.json';

const html = document.documentElement;

const SCROLL_LOCKING = 'details:is([data-mobile-menu], [data-sheet])';
const OPEN_MENU = 'details:is([data-mobile-menu], [data-sheet], [data-dropdown])[open]';

/**
 * Locks page scrolling behind an open mobile menu or sheet, and lets Escape close them and dropdowns. A dropdown also closes on a
 * click or a focus outside of it.
 */
export function initMenus(): void {
  // `toggle` does not bubble, but it can be captured; the menu may be replaced by a navigation.
  document.addEventListener(
    'toggle',
    (event) => {
      if ((event.target as Element).matches?.(SCROLL_LOCKING)) {
        html.toggleAttribute('data-menu-open', (event.target as HTMLDetailsElement).open);
      }
    },
    true,
  );
  document.addEventListener('keydown', (event) => {
    const menu = document.querySelector<HTMLDetailsElement>(OPEN_MENU);
    if (event.key !== 'Escape' || !menu) return;
    menu.open = false;
    menu.querySelector('summary')?.focus();
  });
  const leave = ({ target }: Event) => {
    const menu = document.querySelector<HTMLDetailsElement>('details[data-dropdown][open]');
    if (menu && !menu.contains(target as Node)) menu.open = false;
  };
  document.addEventListener('click', leave);
  document.addEventListener('focusin', leave);
}

/** Sets `data-header-fixed` above 1000 px width once 90 px are scrolled; the style sheet then fixes the header. */
export function initFixedHeader(): void {
  // Unlike innerWidth, a media query does not force a layout.
  const wide = matchMedia(`(min-width: ${headerFixMinWidthPx + 1}px)`);
  let waiting = false;
  const update = () => {
    waiting = false;
    const fixed =
      wide.matches &&
      scrollY > headerFixScrollPx &&
      // Without a header nothing may make room for it: the page would jump.
      document.querySelector('[data-header]') !== null;
    html.toggleAttribute('data-header-fixed', fixed);
  };
  const ask = () => {
    if (!waiting) requestAnimationFrame(update);
    waiting = true;
  };
  addEventListener('scroll', ask, { passive: true });
  addEventListener('resize', ask, { passive: true });
  update();
}

/** Shows the banner while the browser is offline. */
export function initOfflineBanner(): void {
  const update = () => {
    for (const banner of document.querySelectorAll<HTMLElement>('[data-offline-banner]')) {
      banner.hidden = navigator.onLine;
    }
  };
  addEventListener('online', update);
  addEventListener('offline', update);
  update();
}

/** `data-dialog-open="id"` opens that dialog instead of following the link, `data-dialog-close` closes the dialog around it. */
export function initDialogs(): void {
  document.addEventListener('click', (event) => {
    const target = event.target as Element;
    const opener = target.closest<HTMLElement>('[data-dialog-open]');
    if (opener) {
      event.preventDefault();
      const dialog = document.getElementById(opener.dataset.dialogOpen ?? '');
      if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal();
    }
    if (target.closest('[data-dialog-close]')) target.closest('dialog')?.close();
  });
}

/** Submits a form with `data-autosubmit` when one of its controls changes. */
export function initAutosubmit(): void {
  document.addEventListener('change', (event) => {
    const form = (event.target as Element).closest<HTMLFormElement>('form[data-autosubmit]');
    form?.requestSubmit();
  });
}
