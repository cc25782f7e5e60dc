import { useState, type MouseEvent } from 'react';
import { useNavigate } from 'react-router';
import { isPagePath } from '../../router/paths';
import { footerClass, type FooterProps } from './footerFrame';

/**
 * The footer in the browser: the server's HTML, which never changes, so that no script and no texts of it are sent. Links to pages
 * navigate without loading a document.
 */
export function StaticFooter({ hidden }: FooterProps) {
  const navigate = useNavigate();
  const [html] = useState(() => document.querySelector('[data-footer]')?.innerHTML ?? '');
  const follow = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a');
    if (!link || !isClientNavigation(event, link)) return;
    event.preventDefault();
    void navigate(link.pathname, { replace: link.href === location.href });
  };
  const Element = hidden ? 'template' : 'footer';
  return (
    <Element
      data-footer
      className={footerClass}
      dangerouslySetInnerHTML={{ __html: html }}
      onClick={follow}
    />
  );
}

// Whether it is a plain click on a link to a page of this site; the browser handles new tabs, calls and mails.
function isClientNavigation(event: MouseEvent, link: HTMLAnchorElement): boolean {
  const { button, metaKey, altKey, ctrlKey, shiftKey } = event;
  const plain = button === 0 && !(metaKey || altKey || ctrlKey || shiftKey);
  return plain && !link.target && link.origin === location.origin && isPagePath(link.pathname);
}
