import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';

type Props = { title: string; intro?: ReactNode; children?: ReactNode };

// The key of the location that was shown last; the first page must not move the focus.
let opened = '';

/** A page with its title and heading; the heading gets the focus after a navigation. */
export function Page({ title, intro, children }: Props) {
  const { t } = useTranslation();
  const { key } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (opened && opened !== key) heading.current?.focus();
    opened = key;
  }, [key]);
  return (
    <>
      <title>{t('title', { page: title })}</title>
      <h1 ref={heading} tabIndex={-1} className="page-title">
        {title}
      </h1>
      {intro && <p className="mt-2 text-muted">{intro}</p>}
      {children}
    </>
  );
}

/** A link below the heading of a page, to the list that it belongs to or a page that belongs to it. */
export function PageLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <p className="mt-2">
      <Link className="link-alone" to={to}>
        {children}
      </Link>
    </p>
  );
}
