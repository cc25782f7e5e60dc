import { mayReload } from '../entry/reload';
import { changedFields } from '../drafts/fields';
import type { Prefetched } from './prefetch';
import { isLoadFailure } from './loadFailure';
import type { onSession, refreshSession } from './session';

/** What the boot script passes to the application, so that neither requests the session or the page twice. */
export type Boot = {
  onSession: typeof onSession;
  refreshSession: typeof refreshSession;
  /** Absent on a page that holds its data and links its styles. */
  prefetched?: Prefetched;
};

type Application = { start: (boot: Boot) => Promise<void> };

/** Loads the application and starts it, which hydrates the document. When a file cannot be loaded, the page may reload. */
export async function startApplication(url: string, boot: Boot): Promise<void> {
  let application: Application;
  try {
    application = (await import(/* @vite-ignore */ url)) as Application;
  } catch (error) {
    if (isLoadFailure(error)) return reloadUnlessTyped();
    throw error;
  }
  await application.start(boot);
}

// A missing file belongs to a build that was replaced, unless the browser is offline. A page with typed text is not reloaded: it
// works without the application.
function reloadUnlessTyped(): void {
  const typed = [...document.forms].some((form) => changedFields(form).length > 0);
  if (navigator.onLine && !typed && mayReload(location.pathname)) location.reload();
}
