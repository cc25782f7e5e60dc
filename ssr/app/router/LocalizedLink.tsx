import type { ComponentProps } from 'react';
import { useHref, useLinkClickHandler } from 'react-router';
import { langOfPath } from '../i18n/lang';
import { useLang } from './page';
import { isPagePath, localized } from './paths';

type Props = Omit<ComponentProps<'a'>, 'href'> & { to: string };

/**
 * A link to one of our pages. `to` is a path from `paths`, or one without a language, which gets the
 * page's own. Another language, another site and files are plain document links: `<html lang>`, texts and
 * tenant change with the document.
 */
export function LocalizedLink({ to, children, ...rest }: Props) {
  const lang = useLang();
  const ours = to.startsWith('/') && !to.startsWith('//') && !isFile(to);
  const path = ours ? localized(lang, to) : to;
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
  /** It is part of a sentence; otherwise it stands alone, as high as a fingertip. */
  inline?: boolean;
};

/** A {@link LocalizedLink} that is coloured and underlined. */
export function TextLink({ inline, className = '', ...link }: TextLinkProps) {
  return <LocalizedLink {...link} className={`${inline ? 'link' : 'link-alone'} ${className}`} />;
}

// React Router's own Link brings its prefetching along, which does nothing in data mode.
function PageLink({ to, target, onClick, children, ...rest }: Props) {
  const href = useHref(to);
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, { target });
  const click: Props['onClick'] = (event) => {
    onClick?.(event);
    if (!event.defaultPrevented) follow(event);
  };
  return (
    <a {...rest} href={href} target={target} onClick={click}>
      {children}
    </a>
  );
}

function isFile(path: string): boolean {
  return /^\/(?:assets|pc-static|sandbox|gw|[a-z0-9]+-images)\//.test(path);
}
