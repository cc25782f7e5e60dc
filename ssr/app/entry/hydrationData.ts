import type { Prefetched } from '../boot/prefetch';
import { langOfPath } from '../i18n/lang';
import { ROOT_ID } from '../router/module';
import { readPayload } from './load';
import { PAYLOAD_ID, type DocumentPayload } from './payload';
import { touchedIn } from '../drafts/fields';
import { mayReload } from './reload';

/** The data a document is taken over with. */
export type HydrationData = {
  payload: DocumentPayload;
  /** Whether it is what the HTML was made from: data that is asked for may have changed since. */
  shown: boolean;
};

/**
 * The data that the document holds, or that the boot script has asked for; undefined when it is of another build, which reloads
 * the page unless somebody has typed into it.
 * @throws Error when nothing came that could be used; the page stays as it is
 */
export async function hydrationData(
  prefetched: Prefetched | undefined,
): Promise<HydrationData | undefined> {
  const held = document.getElementById(PAYLOAD_ID);
  if (held) return { payload: JSON.parse(held.textContent) as DocumentPayload, shown: true };
  const answer =
    prefetched && (await Promise.all([prefetched.data.then(readPayload), prefetched.styles]))[0];
  const { pathname } = location;
  if (!answer) throw new Error(`no data of ${pathname}`);
  const { build, version, page, texts } = answer;
  const boot = document.getElementById('boot')!.dataset;
  if (build !== boot.build) {
    const typed = [...document.forms].some((form) => touchedIn(form).length > 0);
    if (!typed && mayReload(pathname)) location.reload();
    return undefined;
  }
  const loaderData = { [ROOT_ID]: page };
  const lang = langOfPath(pathname);
  return {
    payload: { build, lang, texts, loaderData, actionData: null, errors: null },
    shown: version === boot.version,
  };
}
