import { applicationId } from '../../shared/constants.json';
import type { LoadTrigger } from '../app/boot/loadTrigger';
import type { DocumentPayload } from '../app/entry/payload';
import { PAYLOAD_ID } from '../app/entry/payload';
import type { Page } from '../app/gw/page';
import { escapeHtml, safeJson } from '../app/head/json';
import { jsonLdHtml, headHtml } from '../app/head/tags';
import { LANG_CODES } from '../app/i18n/lang';
import { blocksTouch } from '../app/router/touch';
import type { Assets } from './assets';
import type { Rendered } from './fragments';
import { coversFirstLoad, overlayHtml } from './overlay';
import type { Style } from './sheet';

export type DocumentParts = {
  /** Absent when the gateway could not be read. */
  page: Page | undefined;
  /** Version of the page's data. */
  version: string;
  /** Title of a document without page data. */
  fallbackTitle: string;
  /** Rendered React tree. */
  rendered: Rendered;
  payload: DocumentPayload;
  assets: Assets;
  /** Load the application at once: the page is useless without it. */
  eager: boolean;
};

export type Document = {
  html: string;
  /** Source of the content security policy for the style sheet inside of `html`, `sha256-...`; '' without one. */
  style: string;
};

/**
 * Builds a document. It has no inline script and nothing that differs between two anonymous visitors. Its one script is the last
 * element, so that everything it reads precedes it; it is asynchronous and of low priority, so that the browser paints first.
 *
 * A page that may be indexed has its styles inline, so that it is painted without another request, and leaves out its data,
 * which only the application needs. Any other page links the style sheet, which the browser has from the page before, and
 * holds its data.
 */
export function makeDocument(parts: DocumentParts): Document {
  const { page, payload, assets, eager } = parts;
  const when = loadTriggerOf(page, eager);
  const inlined = when === 'interaction' && !payload.actionData && !payload.errors;
  const overlay = coversFirstLoad(page?.kind) ? overlayHtml() : '';
  const style = inlined ? styleOf(parts, overlay) : undefined;
  const styles = style
    ? { head: `<style>${style.css}</style>`, body: overlay }
    : linkedStyles(assets, overlay);
  const facts = LANG_CODES[payload.lang];
  const modules = assets.modules(page?.kind ?? 'not_found');
  const touch = page && blocksTouch(page) ? ' data-touch="block"' : '';
  const boot = {
    context: JSON.stringify({
      langId: String(facts.langId),
      lang: facts.locale,
      application: String(applicationId),
      ...(page ? { tenantId: String(page.shell.tenant.tenantId) } : {}),
    }),
    build: payload.build,
    modules: modules.join(' '),
    load: when,
    ...(inlined ? { version: parts.version, styles: assets.styles.join(' ') } : {}),
  };
  const data = Object.entries(boot).map(([name, value]) => `data-${name}="${escapeHtml(value)}"`);
  const html = `<!doctype html>
<html lang="${facts.html}"${touch}${loginAttribute(page)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${head(parts)}
${styles.head}
${eager ? modules.map((href) => `<link rel="modulepreload" href="${escapeHtml(href)}">`).join('\n') : ''}
</head>
<body>
${styles.body}
<div id="root">${parts.rendered.html}</div>
${page ? jsonLdHtml(page.seo) : ''}
${inlined ? '' : `<script type="application/json" id="${PAYLOAD_ID}">${safeJson(payload)}</script>`}
<script async fetchpriority="low" id="boot" src="${escapeHtml(assets.boot)}" ${data.join(' ')}></script>
</body>
</html>
`;
  return { html, style: style ? `sha256-${style.digest}` : '' };
}

function styleOf({ rendered, assets }: DocumentParts, overlay: string): Style {
  const used = rendered.fragments.map((fragment) => fragment.used);
  return assets.sheet.subsetFor(`${overlay}<div>${rendered.rest}</div>`, used);
}

// Private pages have the login state in their HTML, so that the header is right without scripts. Public pages are the same for
// everybody.
function loginAttribute(page: Page | undefined): string {
  return page?.isLogin === undefined ? '' : ` data-login="${page.isLogin ? 1 : 0}"`;
}

// A page that may be indexed is mostly read: it waits for an interaction. On any other page people do something.
function loadTriggerOf(page: Page | undefined, eager: boolean): LoadTrigger {
  if (eager) return 'now';
  return page && !page.noindex ? 'interaction' : 'idle';
}

// With the first-load overlay the main style sheet is in the body, so that what precedes it is painted while it loads.
function linkedStyles(assets: Assets, overlay: string): { head: string; body: string } {
  const main = assets.styles.map(styleSheet).join('\n');
  if (!overlay) return { head: main, body: '' };
  const head = [...assets.styles.map(preloadStyle), ...assets.overlayStyles.map(styleSheet)];
  return { head: head.join('\n'), body: `${overlay}\n${main}` };
}

function styleSheet(href: string): string {
  return `<link rel="stylesheet" href="${escapeHtml(href)}">`;
}

function preloadStyle(href: string): string {
  return `<link rel="preload" as="style" href="${escapeHtml(href)}">`;
}

/** The robots directives, for the head and the header X-Robots-Tag; undefined without any. */
export function robotsOf(page: Page | undefined): string | undefined {
  if (!page) return 'noindex';
  return page.seo.robots ?? (page.noindex ? 'noindex' : undefined);
}

function head({ page, payload, fallbackTitle }: DocumentParts): string {
  if (!page) {
    return `<title>${escapeHtml(fallbackTitle)}</title>\n<meta name="robots" content="noindex">`;
  }
  return [
    headHtml({ ...page.seo, robots: robotsOf(page) }, payload.lang),
    // A PNG, because a browser makes a document for each SVG, on the main thread.
    '<link rel="icon" href="/favicon.png" type="image/png" sizes="96x96">',
  ].join('\n');
}
