import { logoutMessageMs } from '../../../../shared/constants.json';
import type { Gw } from '../../gw/client';
import { paths } from '../../router/paths';
import { langOfPath } from '../../i18n/lang';
import { forgetTab, keepNotice } from '../../state/keptNotice';
import { coverPage, forgetLogin, notify } from '../../state/store';

/**
 * Ends the session, then leaves the page: for the site root from a page of my account, else by a reload. The loading mask
 * stays until then, and the next page says that it worked.
 */
export async function logout(gw: Gw, unavailable: string): Promise<void> {
  const uncover = coverPage();
  const ended = await gw.get('/auth/token/logout');
  if (!ended.ok) {
    uncover();
    notify(ended.message || unavailable);
    return;
  }
  forgetLogin();
  forgetTab();
  keepNotice({ text: 'common:login.logoutSuccess', durationMs: logoutMessageMs });
  const { pathname } = location;
  const account = paths.account(langOfPath(pathname));
  if (pathname === account || pathname.startsWith(`${account}/`)) location.assign('/');
  else location.reload();
}
