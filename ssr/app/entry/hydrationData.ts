import type { Prefetched } from '../boot/prefetch';
import { langOfPath } from '../i18n/lang';
import { ROOT_ID } from '../router/module';
import { readPayload } from './load';
import { PAYLOAD_ID, type DocumentPayload } from './payload';
import { changedFields } from '../drafts/fields';
import { mayReload } from './reload';

/** The data to hydrate a document with. */
export type HydrationData = {
  payload: DocumentPayload;
  /** Whether the HTML was rendered from these data: fetched data may have changed since. */
  shown: boolean;
};

/**
 * Reads the data in the document, or those that the boot script has fetched. Data of another build reload the page unless somebody
 * has typed into it, and the result is undefined.
 * @throws Error when no usable data could be read; the page stays as it is
 */
export async function hydrationData(
  prefetched: Prefetched | undefined,
): Promise<HydrationData | undefined> {
  const embedded = document.getElementById(PAYLOAD_ID);
  if (embedded)
    return { payload: JSON.parse(embedded.textContent) as DocumentPayload, shown: true };
  const answer =
    prefetched && (await Promise.all([prefetched.data.then(readPayload), prefetched.styles]))[0];
  const { pathname } = location;
  if (!answer) throw new Error(`no data of ${pathname}`);
  const { build, version, page, texts } = answer;
  const boot = document.getElementById('boot')!.dataset;
  if (build !== boot.build) {
    const typed = [...document.forms].some((form) => changedFields(form).length > 0);
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
