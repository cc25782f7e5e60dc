import { failed, seeOther, type ActionOutcome, type PageAction } from '../../router/module';
import { paths } from '../../router/paths';

/**
 * Wraps the action of a customer's page: when the login has ended meanwhile, in another tab or by the first of two clicks, it
 * redirects to the login page with a message. The outcome of the first click is not shown.
 */
export function requireLogin(action: PageAction): PageAction {
  return async (args) => {
    const outcome = await action(args);
    if (outcome instanceof Response || outcome.ok || outcome.code !== 'login_required')
      return outcome;
    const { pathname, search } = args.url;
    return seeOther(paths.login(args.lang, pathname + search, { over: 1 }));
  };
}

/** Refuses a posted form that the page does not have. */
export function unknownForm(form: FormData): ActionOutcome {
  return failed(form, { status: 400, code: 'bad_request', message: '', fields: {} });
}
