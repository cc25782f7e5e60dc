import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';

type Props = { title: string; intro?: ReactNode; children?: ReactNode };

// The page that a browser opens keeps the focus where browsers have it.
let opened = '';

/** A page: its name in the window and as the heading, which gets the focus when one comes here from another page. */
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
