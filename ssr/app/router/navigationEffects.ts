import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { updateHead } from '../head/update';
import { langOfPath } from '../i18n/lang';
import { useTranslation } from '../i18n/react';
import { usePage } from './page';
import { blocksTouch } from './touch';

/**
 * Does for a navigation what browsers do for a document and React Router does not: updates the head, focuses the heading and
 * announces the title to screen readers. Another page of the same list is a navigation, too.
 */
export function useNavigationEffects(): void {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const number = new URLSearchParams(search).get('page') ?? '1';
  const page = usePage();
  const { seo } = page;
  const shown = useRef({ pathname, number });

  useEffect(() => {
    updateHead(seo, langOfPath(pathname));
    const before = shown.current;
    if (before.pathname === pathname && before.number === number) return;
    shown.current = { pathname, number };
    document.documentElement.dataset.touch = blocksTouch(page) ? 'block' : 'free';
    const heading = document.querySelector<HTMLElement>('main h1');
    if (heading) {
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    }
    const announcer = document.getElementById('announcer');
    const paged = before.pathname === pathname ? `${t('common:pages.page', { number })}: ` : '';
    if (announcer) announcer.textContent = `${paged}${seo.title}`;
  }, [page, pathname, number, seo, t]);
}
