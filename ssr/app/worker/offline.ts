import en from '../../../shared/locales/en/offline.json';
import zh from '../../../shared/locales/zh/offline.json';
import { escapeHtml } from '../head/json';
import { orderNoOf } from './pageCache';
import { OPT_OUT_SCRIPT } from './optOuts';
import { LANG_CODES, isLang, langOfPath, type Lang } from '../i18n/lang';

const TEXTS = { en, zh };

/** Target of the offline page's forms. The worker answers it; the server has no such page. */
export const REMOVE_PATH = '/offline/remove';

/**
 * Builds the response to a navigation without a connection: a link that tries again, and the cached install pages, each with a
 * button that deletes it.
 * @param pathname sets the language; without a language in it the browser's language does
 */
export function offlinePage(
  pathname: string,
  cached: readonly string[],
  styles: readonly string[],
  browserLang = '',
): Response {
  const first = pathname.split('/', 2)[1];
  const lang: Lang = isLang(first) ? first : browserLang.startsWith('zh') ? 'zh' : 'en';
  const texts = TEXTS[lang];
  const orders = cached.map((path, at) => cachedOrderItem(path, `kept-${at}`, texts));
  const nonce = crypto.randomUUID();
  const html = `<!doctype html>
<html lang="${LANG_CODES[lang].html}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(texts.title)}</title>
${styles.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`).join('\n')}
${orders.length > 0 ? `<script nonce="${nonce}">${OPT_OUT_SCRIPT}</script>` : ''}
</head>
<body>
<main id="main" class="container-page grid justify-items-center gap-4 py-12 text-center">
<h1 class="page-title">${escapeHtml(texts.title)}</h1>
<p class="text-muted">${escapeHtml(texts.text)}</p>
<a class="btn btn-primary" href="">${escapeHtml(texts.again)}</a>
${orders.length > 0 ? `<h2 class="text-20 font-semibold">${escapeHtml(texts.kept)}</h2><ul class="grid gap-3">${orders.join('')}</ul>` : ''}
</main>
</body>
</html>
`;
  return new Response(html, {
    status: 503,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': [
        "default-src 'none'",
        `script-src 'nonce-${nonce}'`,
        "style-src 'self'",
        "img-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
      ].join('; '),
      // The worker answers only forms of this page, and redirects to it.
      'Referrer-Policy': 'same-origin',
    },
  });
}

function cachedOrderItem(path: string, id: string, texts: typeof en): string {
  const at = LANG_CODES[langOfPath(path)].html;
  const label = texts.order.replace('{{orderNo}}', orderNoOf(path) ?? '');
  const value = escapeHtml(path);
  return `<li class="flex flex-wrap items-center justify-center gap-3">
<a id="${id}" class="btn btn-secondary" hreflang="${at}" href="${value}">${escapeHtml(label)}</a>
<form method="post" action="${REMOVE_PATH}">
<input type="hidden" name="path" value="${value}">
<button class="btn btn-secondary" aria-describedby="${id}">${escapeHtml(texts.remove)}</button>
</form>
</li>`;
}
