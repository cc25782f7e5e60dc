import type { Page } from '../app/gw/page';

/** Header that names the page, so that the front door neither sends nor caches it under another URL. */
export const PAGE_NAME_HEADER = 'X-Page-Name';

/** The value of {@link PAGE_NAME_HEADER}. */
export function pageNameOf({ shell, path }: Page): string {
  return `${shell.tenant.tenantId} ${path}`;
}

/**
 * Merges the headers of a document's parts (loaders from the root down, then the action): all Set-Cookie lines, the union
 * of Vary, and the most restrictive Cache-Control. A response that sets a cookie is `private, no-store`.
 */
export function mergeHeaders(
  parts: readonly Headers[],
  setCookies: readonly string[] = [],
): Headers {
  const merged = new Headers();
  const vary = new Map<string, string>();
  let cache: string | undefined;
  for (const part of parts) {
    for (const cookie of part.getSetCookie()) merged.append('Set-Cookie', cookie);
    for (const name of (part.get('Vary') ?? '').split(',')) {
      if (name.trim()) vary.set(name.trim().toLowerCase(), name.trim());
    }
    const own = part.get('Cache-Control');
    if (own && (cache === undefined || restrictiveness(own) > restrictiveness(cache))) cache = own;
  }
  for (const cookie of setCookies) merged.append('Set-Cookie', cookie);
  if (vary.size > 0) merged.set('Vary', [...vary.values()].join(', '));
  if (merged.getSetCookie().length > 0) cache = 'private, no-store';
  if (cache) merged.set('Cache-Control', cache);
  return merged;
}

// Larger is more restrictive; of two public lifetimes the shorter one is.
function restrictiveness(cacheControl: string): number {
  const text = cacheControl.toLowerCase();
  if (text.includes('no-store')) return 4;
  if (text.includes('no-cache')) return 3;
  if (text.includes('private')) return 2;
  const seconds = Number(/max-age=(\d+)/.exec(text)?.[1] ?? 0);
  return 1 / (1 + seconds);
}
