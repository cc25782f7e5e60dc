import type { When } from '../app/boot/wanted';
import type { DocumentPayload } from '../app/entry/payload';
import { PAYLOAD_ID } from '../app/entry/payload';
import type { Page } from '../app/gw/page';
import { escapeHtml, safeJson } from '../app/head/json';
import { headHtml } from '../app/head/tags';
import { LANG_FACTS } from '../app/i18n/lang';
import { blocksTouch } from '../app/router/touch';
import type { Assets } from './assets';
import { coversFirstLoad, overlayHtml } from './overlay';

export type DocumentParts = {
  /** Absent when the gateway could not say anything about the page. */
  page: Page | undefined;
  /** Title of a document without page data. */
  fallbackTitle: string;
  /** Rendered React tree. */
  html: string;
  payload: DocumentPayload;
  assets: Assets;
  /** The page is useless without React. */
  eager: boolean;
};

/**
 * A whole document. It holds no inline script and no inline style, so that one static content security
 * policy fits every page, and nothing that differs between two anonymous visitors.
 *
 * Under the overlay of the first load the main style sheet stands in the body: what is before it can be seen while it
 * loads.
 */
export function documentHtml(parts: DocumentParts): string {
  const { page, payload, assets, eager } = parts;
  const covered = coversFirstLoad(page?.kind);
  const styles = assets.styles.map(styleSheet);
  const facts = LANG_FACTS[payload.lang];
  const modules = assets.modules(page?.kind ?? 'not_found');
  const touch = page && blocksTouch(page) ? ' data-touch="block"' : '';
  const boot = [
    `data-lang-id="${facts.langId}"`,
    `data-build="${escapeHtml(payload.build)}"`,
    `data-modules="${modules.map(escapeHtml).join(' ')}"`,
    `data-load="${whenToLoad(page, eager)}"`,
  ];
  return `<!doctype html>
<html lang="${facts.html}"${touch}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${head(parts)}
${(covered ? [...assets.styles.map(preloadStyle), ...assets.overlayStyles.map(styleSheet)] : styles).join('\n')}
<script type="module" fetchpriority="low" id="boot" src="${escapeHtml(assets.boot)}" ${boot.join(' ')}></script>
${eager ? modules.map((href) => `<link rel="modulepreload" href="${escapeHtml(href)}">`).join('\n') : ''}
</head>
<body>
${covered ? [overlayHtml(), ...styles].join('\n') : ''}
<div id="root">${parts.html}</div>
<script type="application/json" id="${PAYLOAD_ID}">${safeJson(payload)}</script>
</body>
</html>
`;
}

// What search engines may show is read, the rest is worked with.
function whenToLoad(page: Page | undefined, eager: boolean): When {
  if (eager) return 'now';
  return page && !page.noindex ? 'sign' : 'idle';
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
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
  ].join('\n');
}
