import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, toApiError, type ApiError } from '../api/client';
import { Button } from '../components/Button';
import { Field } from '../components/Field';
import { Outcome } from '../components/Outcome';
import { currentLang } from '../i18n';
import { usePermission } from '../useMember';
import { AltTextForm } from './AltTextForm';
import type { Image, ImagePage } from './types';
import { Uploads } from './Uploads';

type Props = {
  /** Files that were pasted or dropped: they are uploaded at once. */
  files: File[];
  onPick: (image: Image) => void;
  onClose: () => void;
};

/** A dialog to choose or upload an image. An image without alternative text gets one first. */
export function Picker({ files, onPick, onClose }: Props) {
  const { t } = useTranslation('studio-images');
  const dialog = useRef<HTMLDialogElement>(null);
  const [list, setList] = useState<Image[]>([]);
  const [chosen, setChosen] = useState<Image>();
  const [search, setSearch] = useState('');
  const [error, setError] = useState<ApiError>();
  const mayEdit = usePermission('images.edit');

  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    const left = new AbortController();
    const path = `/images?${new URLSearchParams({ q: search })}`;
    call<ImagePage>('GET', path, undefined, left.signal).then(
      ({ images }) => {
        setList(images);
        setError(undefined);
      },
      (failure: unknown) => {
        if (!left.signal.aborted) setError(toApiError(failure));
      },
    );
    return () => left.abort();
  }, [search]);
  const choose = (image: Image) => (image.described ? onPick(image) : setChosen(image));

  return (
    <dialog
      ref={dialog}
      aria-label={t('pick.title')}
      className="max-h-[90vh] w-full max-w-[760px] overflow-y-auto p-6"
      onClose={onClose}
    >
      <div className="grid gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-20 font-semibold">{t('pick.title')}</h2>
          <Button type="button" look="link" onClick={() => dialog.current?.close()}>
            {t('pick.close')}
          </Button>
        </div>
        {chosen ? (
          <>
            <img src={chosen.thumbnail} alt="" className="h-48 w-full object-contain" />
            <p className="text-14 text-muted">{t('list.undescribed')}</p>
            <AltTextForm
              image={chosen}
              label={t('pick.insert')}
              onSaved={onPick}
              onReread={async () => setChosen(await call<Image>('GET', `/images/${chosen.hash}`))}
            />
          </>
        ) : (
          <>
            {mayEdit && <Uploads first={files} onDone={choose} />}
            <Field
              label={t('list.search')}
              type="search"
              maxLength={200}
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
            <Outcome error={error} />
            <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
              {list.map((image) => {
                const alt = currentLang() === 'zh' ? image.altZh : image.altEn;
                const usable = image.described || mayEdit;
                return (
                  <li key={image.hash}>
                    <button
                      type="button"
                      disabled={!usable}
                      className="grid w-full gap-1 rounded-control border border-line p-2 text-left text-14 hover:bg-primary-soft"
                      onClick={() => choose(image)}
                    >
                      <img
                        src={image.thumbnail}
                        alt=""
                        className="h-24 w-full object-contain"
                        loading="lazy"
                      />
                      <span className="wrap-anywhere">
                        {alt || t(image.decorative ? 'describe.decorative' : 'list.undescribed')}
                      </span>
                    </button>
                  </li>
                );
              })}
            </ul>
          </>
        )}
      </div>
    </dialog>
  );
}
