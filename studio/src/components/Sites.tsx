import type { ReactNode } from 'react';
import { Link } from 'react-router';

type Site = { id: string; name: string };

/** The options of a select of sites. */
export function SiteOptions({ sites }: { sites: Site[] }) {
  return sites.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));
}

type LinksProps = {
  /** The name of the landmark. */
  label: string;
  /** The site that is shown, by its number. */
  site: string;
  sites: { id: string; text: string }[];
  /** More entries, each an `li`. */
  children?: ReactNode;
};

/** Links that switch a page between sites, by the parameter `site`. */
export function SiteLinks({ label, site, sites, children }: LinksProps) {
  return (
    <nav aria-label={label} className="mt-4">
      <ul className="flex flex-wrap gap-2">
        {sites.map(({ id, text }) => (
          <li key={id}>
            <Link
              to={`?site=${id}`}
              replace
              preventScrollReset
              aria-current={id === site ? 'page' : undefined}
              className="btn btn-secondary aria-[current=page]:bg-primary-soft aria-[current=page]:text-primary-strong"
            >
              {text}
            </Link>
          </li>
        ))}
        {children}
      </ul>
    </nav>
  );
}
