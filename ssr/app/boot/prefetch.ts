import { payloadPath } from '../router/payloadPath';

/** What the application needs besides its modules, fetched while those load. */
export type Prefetched = {
  /** The response with the page's data. */
  data: Promise<Response>;
  /** Settles when the whole style sheet is in the document; rejects when it could not be loaded. */
  styles: Promise<unknown>;
};

/** Fetches the data and the whole style sheet of a page whose document has neither. */
export function prefetchPage(styles: string): Prefetched {
  const { pathname, search } = location;
  const data = fetch(payloadPath(pathname, search), { headers: { accept: 'application/json' } });
  const prefetched = { data, styles: Promise.all(styles.split(' ').map(linkStyles)) };
  // They are awaited later; until then a rejection must not count as unhandled.
  for (const one of [prefetched.data, prefetched.styles]) one.catch(() => undefined);
  return prefetched;
}

function linkStyles(href: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.addEventListener('load', resolve);
    link.addEventListener('error', () => {
      link.remove();
      reject(new Error(`no style sheet ${href}`));
    });
    link.href = href;
    document.head.append(link);
  });
}
