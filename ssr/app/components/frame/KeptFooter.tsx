import { useState, type MouseEvent } from 'react';
import { useNavigate } from 'react-router';
import { isPagePath } from '../../router/paths';
import { footerClass, type FooterProps } from './footerFrame';

/**
 * The footer in the browser: what the server rendered, kept as it is. Nothing in it changes, so no script and no text of it is
 * sent; only links to pages are followed without loading a document.
 */
export function KeptFooter({ hidden }: FooterProps) {
  const navigate = useNavigate();
  const [html] = useState(() => document.querySelector('[data-footer]')?.innerHTML ?? '');
  const follow = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a');
    if (!link || !isFollowed(event, link)) return;
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

// A plain press on a link to a page of this site; what opens a tab, a call or a mail is the browser's.
function isFollowed(event: MouseEvent, link: HTMLAnchorElement): boolean {
  const { button, metaKey, altKey, ctrlKey, shiftKey } = event;
  const plain = button === 0 && !(metaKey || altKey || ctrlKey || shiftKey);
  return plain && !link.target && link.origin === location.origin && isPagePath(link.pathname);
}
