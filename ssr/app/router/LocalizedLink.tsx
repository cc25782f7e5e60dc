import { useContext, type ComponentProps, type MouseEvent } from 'react';
import { langOfPath } from '../i18n/lang';
import { NavigateContext } from './navigate';
import { useLang } from './page';
import { isPagePath, localizedPath } from './paths';

type Props = Omit<ComponentProps<'a'>, 'href'> & { to: string };

/**
 * A link to one of our pages. `to` is a path from `paths`, or one without a language, which gets the
 * page's own. Another language, another site and files are plain document links: `<html lang>`, texts and
 * tenant change with the document.
 */
export function LocalizedLink({ to, children, ...rest }: Props) {
  const lang = useLang();
  const ours = to.startsWith('/') && !to.startsWith('//') && !isFile(to);
  const path = ours ? localizedPath(lang, to) : to;
  if (!ours || (isPagePath(to) && langOfPath(path) !== lang))
    return (
      <a {...rest} href={path}>
        {children}
      </a>
    );
  return (
    <PageLink {...rest} to={path}>
      {children}
    </PageLink>
  );
}

type TextLinkProps = Props & {
  /** The link is part of a sentence; otherwise it has the height of a touch target. */
  inline?: boolean;
};

/** A {@link LocalizedLink} that is coloured and underlined. */
export function TextLink({ inline, className = '', ...link }: TextLinkProps) {
  return <LocalizedLink {...link} className={`${inline ? 'link' : 'link-alone'} ${className}`} />;
}

// React Router's own Link brings its prefetching along, which does nothing in data mode, and resolves each address against the
// routes; ours are complete.
function PageLink({ to, target, onClick, children, ...rest }: Props) {
  const navigate = useContext(NavigateContext);
  const click: Props['onClick'] = (event) => {
    onClick?.(event);
    if (!navigate || event.defaultPrevented || target || !isPlain(event)) return;
    event.preventDefault();
    const { pathname, search, hash } = location;
    // As in browsers, a link to the current page adds no entry to the history.
    void navigate(to, { replace: to === pathname + search + hash });
  };
  return (
    <a {...rest} href={to} target={target} onClick={click}>
      {children}
    </a>
  );
}

// Whether it is a plain left click; with other buttons and keys the browser opens a new tab or downloads.
function isPlain({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !altKey && !ctrlKey && !shiftKey;
}

function isFile(path: string): boolean {
  return /^\/(?:assets|pc-static|sandbox|gw|[a-z0-9]+-images)\//.test(path);
}
