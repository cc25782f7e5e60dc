import type { Page, Shell } from '../app/gw/page';
import { langOfPath, type Lang } from '../app/i18n/lang';

/**
 * The latest header and footer data of each site and language: they are the same on all its pages and hold nothing of a visitor, so
 * a page that could not be read is shown between them. The front door says which site it asks for, so there are as many as it has.
 */
export class Frames {
  readonly #shells = new Map<string, Shell>();

  /** Keeps what a page came with; a preview may show what is not published. */
  keep(request: Request, { shell, preview }: Page): void {
    if (!preview) this.#shells.set(keyOf(request), shell);
  }

  /** A page that has a frame and nothing in it; undefined before any page of its site and language has come. */
  around(request: Request, title: string): Page | undefined {
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
