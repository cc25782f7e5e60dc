import type { Page } from '../app/gw/page';

/** Tells the front door which page this is, so that it shows and keeps none under another's address. */
export const NAME_HEADER = 'X-Page-Name';

/** What {@link NAME_HEADER} says of a page. */
export function nameOf({ shell, path }: Page): string {
  return `${shell.tenant.tenantId} ${path}`;
}

/**
 * Headers of a document from those of its parts (loaders from the root down, then the action):
 * Set-Cookie is added up, Vary united, and of several Cache-Control values the most careful one wins.
 * An answer that sets a cookie is nobody else's: `private, no-store`.
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
    if (own && (cache === undefined || care(own) > care(cache))) cache = own;
  }
  for (const cookie of setCookies) merged.append('Set-Cookie', cookie);
  if (vary.size > 0) merged.set('Vary', [...vary.values()].join(', '));
  if (merged.getSetCookie().length > 0) cache = 'private, no-store';
  if (cache) merged.set('Cache-Control', cache);
  return merged;
}

// Larger = more careful; between two public lifetimes the shorter one.
function care(cacheControl: string): number {
  const text = cacheControl.toLowerCase();
  if (text.includes('no-store')) return 4;
  if (text.includes('no-cache')) return 3;
  if (text.includes('private')) return 2;
  const seconds = Number(/max-age=(\d+)/.exec(text)?.[1] ?? 0);
  return 1 / (1 + seconds);
}
