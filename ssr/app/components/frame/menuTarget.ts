import type { MenuItem } from '../../gw/types';
import { LANG_FACTS, type Lang } from '../../i18n/lang';

export type MenuTarget = { to: string; newTab: boolean };

/**
 * Where a server menu entry leads: redirect type 1 opens a new tab, everything else the same one;
 * version 1 wants the language id in the query.
 */
export function menuTarget(item: MenuItem, lang: Lang): MenuTarget {
  const langId = String(LANG_FACTS[lang].langId);
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
