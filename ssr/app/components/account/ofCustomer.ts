import { seeOther, type PageAction } from '../../router/module';
import { paths } from '../../router/paths';

/**
 * The action of a customer's page. When the login has ended meanwhile, in another tab or by the first of two
 * clicks, the way leads to the login page, which says so; it does not know what the first click has done.
 */
export function ofCustomer(action: PageAction): PageAction {
  return async (args) => {
    const outcome = await action(args);
    if (outcome instanceof Response || outcome.ok || outcome.code !== 'login_required')
      return outcome;
    const { pathname, search } = args.url;
    return seeOther(paths.login(args.lang, pathname + search, { over: 1 }));
  };
}
