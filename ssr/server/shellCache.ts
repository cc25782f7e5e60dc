import type { Page, Shell } from '../app/gw/page';
import { langOfPath, type Lang } from '../app/i18n/lang';

/**
 * Caches the latest shell (header and footer data) of each site and language, so that an error page has header and footer when its
 * own data could not be read. A shell holds nothing of a visitor. There is one entry for each site and language.
 */
export class ShellCache {
  readonly #shells = new Map<string, Shell>();

  /** Stores the shell of a page, except that of a preview, which may show what is not published. */
  store(request: Request, { shell, preview }: Page): void {
    if (!preview) this.#shells.set(keyOf(request), shell);
  }

  /** A page with a shell and no content; undefined while no page of its site and language has been read. */
  emptyPage(request: Request, title: string): Page | undefined {
    const shell = this.#shells.get(keyOf(request));
    if (!shell) return undefined;
    const { pathname, search } = new URL(request.url);
    const path = `${pathname}${search}`;
    const languages = shell.languages.map((one) => ({
      ...one,
      href: inLanguage(path, one.locale),
    }));
    return {
      kind: 'not_found',
      status: 503,
      locale: langOfPath(pathname),
      path,
      seo: {
        title,
        description: '',
        canonical: '',
        alternates: [],
        og: { type: 'website' },
        jsonLd: [],
      },
      shell: { ...shell, languages },
      data: { path },
      noindex: true,
    };
  }
}

function keyOf(request: Request): string {
  const site = request.headers.get('x-roamcart-tenant') ?? '';
  return `${site} ${langOfPath(new URL(request.url).pathname)}`;
}

function inLanguage(path: string, lang: Lang): string {
  return path.replace(/^\/[a-z]+/, `/${lang}`);
}
