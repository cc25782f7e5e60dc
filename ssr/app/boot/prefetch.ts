import { payloadPath } from '../router/payloadPath';

/** What the application needs besides its modules, fetched while those load. */
export type Prefetched = {
  /** The answer with the page's data. */
  data: Promise<Response>;
  /** Settles when the whole style sheet is in the document; rejects when it did not come. */
  styles: Promise<unknown>;
};

/** Fetches data and style sheet of a page that came in one piece, which has neither. */
export function prefetchPage(styles: string): Prefetched {
  const { pathname, search } = location;
  const data = fetch(payloadPath(pathname, search), { headers: { accept: 'application/json' } });
  const prefetched = { data, styles: Promise.all(styles.split(' ').map(linkStyles)) };
  // Who waits for them comes later; until then a failure is nobody's.
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
