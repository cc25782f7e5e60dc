import { headerFixMinWidthPx, headerFixScrollPx } from '../../../shared/constants.json';

const html = document.documentElement;

const COVERING = 'details:is([data-mobile-menu], [data-sheet])';
const MENUS = 'details:is([data-mobile-menu], [data-sheet], [data-dropdown])[open]';

/**
 * The page does not scroll behind the open mobile menu or sheet. Escape closes them and a dropdown; a dropdown also closes
 * when something outside of it is pressed or gets the focus.
 */
export function followMenus(): void {
  // `toggle` does not bubble, but it can be captured; the menu may be replaced by a navigation.
  document.addEventListener(
    'toggle',
    (event) => {
      if ((event.target as Element).matches?.(COVERING)) {
        html.toggleAttribute('data-menu-open', (event.target as HTMLDetailsElement).open);
      }
    },
    true,
  );
  document.addEventListener('keydown', (event) => {
    const menu = document.querySelector<HTMLDetailsElement>(MENUS);
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

/** Above 1000 px width the header is fixed once 90 px are scrolled; the style sheet does the rest. */
export function followHeader(): void {
  // Asked in this way the width does not make the browser lay the page out.
  const wide = matchMedia(`(min-width: ${headerFixMinWidthPx + 1}px)`);
  let waiting = false;
  const update = () => {
    waiting = false;
    const fixed =
      wide.matches &&
      scrollY > headerFixScrollPx &&
      // Where no header is, nothing may make room for it: the page would jump under the pointer.
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

/** The banner is there while the browser is offline. */
export function followOffline(): void {
  const update = () => {
    for (const banner of document.querySelectorAll<HTMLElement>('[data-offline-banner]')) {
      banner.hidden = navigator.onLine;
    }
  };
  addEventListener('online', update);
  addEventListener('offline', update);
  update();
}

/** `data-dialog-open="id"` opens that dialog instead of what the element leads to, `data-dialog-close` closes the one it stands in. */
export function openDialogs(): void {
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

/** A GET form with `data-autosubmit` needs no button once scripts run. */
export function submitOnChange(): void {
  document.addEventListener('change', (event) => {
    const form = (event.target as Element).closest<HTMLFormElement>('form[data-autosubmit]');
    form?.requestSubmit();
  });
}
