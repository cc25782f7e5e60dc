import { applicationId } from '../../shared/constants.json';
import type { When } from '../app/boot/loadTrigger';
import type { DocumentPayload } from '../app/entry/payload';
import { PAYLOAD_ID } from '../app/entry/payload';
import type { Page } from '../app/gw/page';
import { escapeHtml, safeJson } from '../app/head/json';
import { factsHtml, headHtml } from '../app/head/tags';
import { LANG_FACTS } from '../app/i18n/lang';
import { blocksTouch } from '../app/router/touch';
import type { Assets } from './assets';
import type { Rendered } from './fragments';
import { coversFirstLoad, overlayHtml } from './overlay';
import type { Style } from './sheet';

export type DocumentParts = {
  /** Absent when the gateway could not say anything about the page. */
  page: Page | undefined;
  /** Name of the state of the page's data. */
  version: string;
  /** Title of a document without page data. */
  fallbackTitle: string;
  /** Rendered React tree. */
  tree: Rendered;
  payload: DocumentPayload;
  assets: Assets;
  /** The page is useless without React. */
  eager: boolean;
};

export type Document = {
  html: string;
  /** Source of the content security policy for the style sheet inside of `html`, `sha256-...`; '' without one. */
  style: string;
};

/**
 * A whole document. It holds no inline script and nothing that differs between two anonymous visitors. Its one script is the
 * last element: it may run as soon as it is there, everything it looks at stands before it, and being asynchronous and of
 * low priority it lets the browser paint first.
 *
 * A page that is read comes in one piece: with the styles it needs, so that it is painted as soon as it is there, and
 * without its data, which only the application needs. Any other page links the style sheet, which the browser has from
 * the page before, and holds its data.
 */
export function makeDocument(parts: DocumentParts): Document {
  const { page, payload, assets, eager } = parts;
  const when = whenToLoad(page, eager);
  const whole = when === 'sign' && !payload.actionData && !payload.errors;
  const overlay = coversFirstLoad(page?.kind) ? overlayHtml() : '';
  const style = whole ? styleOf(parts, overlay) : undefined;
  const styles = style
    ? { head: `<style>${style.css}</style>`, body: overlay }
    : linkedStyles(assets, overlay);
  const facts = LANG_FACTS[payload.lang];
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
    ...(whole ? { version: parts.version, styles: assets.styles.join(' ') } : {}),
  };
  const data = Object.entries(boot).map(([name, value]) => `data-${name}="${escapeHtml(value)}"`);
  const html = `<!doctype html>
<html lang="${facts.html}"${touch}${login(page)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${head(parts)}
${styles.head}
${eager ? modules.map((href) => `<link rel="modulepreload" href="${escapeHtml(href)}">`).join('\n') : ''}
</head>
<body>
${styles.body}
<div id="root">${parts.tree.html}</div>
${page ? factsHtml(page.seo) : ''}
${whole ? '' : `<script type="application/json" id="${PAYLOAD_ID}">${safeJson(payload)}</script>`}
<script async fetchpriority="low" id="boot" src="${escapeHtml(assets.boot)}" ${data.join(' ')}></script>
</body>
</html>
`;
  return { html, style: style ? `sha256-${style.digest}` : '' };
}

function styleOf({ tree, assets }: DocumentParts, overlay: string): Style {
  const used = tree.fragments.map((fragment) => fragment.used);
  return assets.sheet.usedBy(`${overlay}<div>${tree.rest}</div>`, used);
}

// Private pages say who they are for, so that the header is right without scripts. Others are the same for everybody.
function login(page: Page | undefined): string {
  return page?.isLogin === undefined ? '' : ` data-login="${page.isLogin ? 1 : 0}"`;
}

// What search engines may show is read, the rest is worked with.
function whenToLoad(page: Page | undefined, eager: boolean): When {
  if (eager) return 'now';
  return page && !page.noindex ? 'sign' : 'idle';
}

// Under the overlay of the first load the main style sheet stands in the body: what is before it can be seen while it
// loads.
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

/** What search engines are told, in the head and in the header X-Robots-Tag; undefined when they may do as they like. */
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
    // Pixels: of an SVG a browser makes a document of its own, on the thread that lays the page out.
    '<link rel="icon" href="/favicon.png" type="image/png" sizes="96x96">',
  ].join('\n');
}
