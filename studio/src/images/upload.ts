import { apiErrorOf, offline } from '../api/client';
import { currentLang } from '../i18n';
import { ACCEPTED_TYPES, type Image } from './types';

/** How long an upload may stand still, and the server may take to answer after it, in milliseconds. */
export const STALL_MS = 60_000;

/**
 * Uploads an image, with XMLHttpRequest because `fetch` has no upload progress.
 * @param onProgress gets the share that was sent, 0 to 1
 * @throws ApiError
 */
export function upload(file: File, onProgress: (share: number) => void): Promise<Image> {
  return new Promise((done, fail) => {
    const request = new XMLHttpRequest();
    request.open('POST', '/studio/api/images');
    request.responseType = 'json';
    request.setRequestHeader('lang', currentLang());
    const known = ACCEPTED_TYPES.includes(file.type);
    request.setRequestHeader('Content-Type', known ? file.type : 'application/octet-stream');
    let timer: ReturnType<typeof setTimeout>;
    const goesOn = () => {
      clearTimeout(timer);
      timer = setTimeout(() => request.abort(), STALL_MS);
    };
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      goesOn();
      onProgress(total ? loaded / total : 0);
    });
    request.addEventListener('load', () => {
      const { status } = request;
      const answer = request.response as Image | null;
      if (status !== 200) fail(apiErrorOf(status, answer));
      else if (answer) done(answer);
      // Not JSON: the page of a captive portal.
      else fail(offline());
    });
    for (const end of ['error', 'abort']) request.addEventListener(end, () => fail(offline()));
    request.addEventListener('loadend', () => clearTimeout(timer));
    goesOn();
    request.send(file);
  });
}
