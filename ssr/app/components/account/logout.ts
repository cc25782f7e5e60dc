import { logoutMessageMs } from '../../../../shared/constants.json';
import type { Gw } from '../../gw/client';
import { paths } from '../../router/paths';
import { langOfPath } from '../../i18n/lang';
import { clearTabStorage, storeFlash } from '../../state/flash';
import { showLoadingMask, clearLogin, notify } from '../../state/store';

/**
 * Ends the session, then loads the site root from a page of my account, or else reloads the page. The loading mask stays until then,
 * and the next page shows a flash message.
 */
export async function logout(gw: Gw, unavailable: string): Promise<void> {
  const uncover = showLoadingMask();
  const ended = await gw.get('/auth/token/logout');
  if (!ended.ok) {
    uncover();
    notify(ended.message || unavailable);
    return;
  }
  clearLogin();
  clearTabStorage();
  storeFlash({ text: 'common:login.logoutSuccess', durationMs: logoutMessageMs });
  const { pathname } = location;
  const account = paths.account(langOfPath(pathname));
  if (pathname === account || pathname.startsWith(`${account}/`)) location.assign('/');
  else location.reload();
}
