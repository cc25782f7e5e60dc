import type { MenuItem } from '../../gw/types';
import { LANG_CODES, type Lang } from '../../i18n/lang';

export type MenuTarget = { to: string; newTab: boolean };

/**
 * The target of a menu entry: redirect type 1 opens a new tab, any other the same one; version 1 needs the language id in the
 * query.
 */
export function menuTarget(item: MenuItem, lang: Lang): MenuTarget {
  const langId = String(LANG_CODES[lang].langId);
  const to = item.version === 1 ? withQuery(item.redirectUrl, 'langId', langId) : item.redirectUrl;
  return { to, newTab: item.redirectType === 1 };
}

function withQuery(url: string, name: string, value: string): string {
  const [rest = '', hash] = url.split('#', 2);
  const [path = '', query = ''] = rest.split('?', 2);
  const search = new URLSearchParams(query);
  search.set(name, value);
  return `${path}?${search}${hash === undefined ? '' : `#${hash}`}`;
}
