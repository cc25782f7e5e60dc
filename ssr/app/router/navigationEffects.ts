import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { applyHead } from '../head/apply';
import { usePage } from './page';
import { blocksTouch } from './touch';

/**
 * What a browser does by itself for a document and React Router does not for a navigation: the head
 * changes, the heading gets the focus, and the new title is read out.
 */
export function useNavigationEffects(): void {
  const { pathname } = useLocation();
  const page = usePage();
  const { seo } = page;
  const shown = useRef(pathname);

  useEffect(() => {
    applyHead(seo);
    if (shown.current === pathname) return;
    shown.current = pathname;
    document.documentElement.dataset.touch = blocksTouch(page) ? 'block' : 'free';
    const heading = document.querySelector<HTMLElement>('main h1');
    if (heading) {
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    }
    const announcer = document.getElementById('announcer');
    if (announcer) announcer.textContent = seo.title;
  }, [page, pathname, seo]);
}
