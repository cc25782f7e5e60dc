import { mayReload } from '../entry/reload';
import { touchedIn } from '../drafts/fields';
import type { Prefetched } from './prefetch';
import { isLoadFailure } from './loadFailure';
import type { onSession, refreshSession } from './session';

/** What the boot script hands over: it asks once, for both. */
export type Boot = {
  onSession: typeof onSession;
  refreshSession: typeof refreshSession;
  /** Absent on a page that holds its data and links its styles. */
  prefetched?: Prefetched;
};

type Application = { start: (boot: Boot) => Promise<void> };

/** Loads the application and lets it take the document over. A file that does not come is dealt with by {@link lost}. */
export async function startApplication(url: string, boot: Boot): Promise<void> {
  let application: Application;
  try {
    application = (await import(/* @vite-ignore */ url)) as Application;
  } catch (error) {
    if (isLoadFailure(error)) return lost();
    throw error;
  }
  await application.start(boot);
}

// A file that is gone belongs to a build that is gone, unless nothing can be fetched at all. What was typed stays: the page
// works without the application.
function lost(): void {
  const typed = [...document.forms].some((form) => touchedIn(form).length > 0);
  if (navigator.onLine && !typed && mayReload(location.pathname)) location.reload();
}
