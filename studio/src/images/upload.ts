import { apiErrorOf, ApiError } from '../api/client';
import { i18n, currentLang } from '../i18n';
import { ACCEPTED_TYPES, type Image } from './types';

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
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total ? loaded / total : 0),
    );
    request.addEventListener('load', () => {
      if (request.status === 200) done(request.response as Image);
      else fail(apiErrorOf(request.status, request.response));
    });
    request.addEventListener('error', () =>
      fail(new ApiError(i18n.t('common.offline'), 'offline', 0)),
    );
    request.send(file);
  });
}
