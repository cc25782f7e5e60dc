import { useEffect, useEffectEvent, useRef, useState, type DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Alert } from '../../../ssr/app/components/page/Alert';
import { toApiError, type ApiError } from '../api/client';
import { Button } from '../components/Button';
import { imageFilesOf, ACCEPTED_TYPES, type Image } from './types';
import { upload } from './upload';

type Props = {
  /** What is uploaded at once, without being chosen here. */
  first?: File[];
  onDone: (image: Image) => void;
};

type RunningUpload = { id: number; name: string; share: number; error?: ApiError };

type Numbered = { id: number; file: File };

let last = 0;
const number = (files: File[]): Numbered[] => files.map((file) => ({ file, id: (last += 1) }));
const waiting = ({ id, file }: Numbered): RunningUpload => ({ id, name: file.name, share: 0 });

/** Uploads images that are chosen, dropped or pasted anywhere on the page, and shows the progress of each. */
export function Uploads({ first, onDone }: Props) {
  const { t } = useTranslation('studio-images');
  const [begun] = useState(() => number(first ?? []));
  const [running, setRunning] = useState<RunningUpload[]>(() => begun.map(waiting));
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  function add(files: File[]) {
    const numbered = number(files);
    setRunning((was) => [...was.filter(({ error }) => !error), ...numbered.map(waiting)]);
    void send(numbered);
  }

  // The server makes one image at a time.
  async function send(files: Numbered[]) {
    for (const { file, id } of files) {
      const set = (news: Partial<RunningUpload>) =>
        setRunning((was) => was.map((one) => (one.id === id ? { ...one, ...news } : one)));
      try {
        const image = await upload(file, (share) => set({ share }));
        setRunning((was) => was.filter((one) => one.id !== id));
        onDone(image);
      } catch (failure) {
        set({ error: toApiError(failure) });
      }
    }
  }

  const pasted = useEffectEvent((event: ClipboardEvent) => {
    const files = imageFilesOf(event.clipboardData);
    if (files.length === 0) return;
    event.preventDefault();
    add(files);
  });
  useEffect(() => {
    const listen = (event: ClipboardEvent) => pasted(event);
    document.addEventListener('paste', listen);
    return () => document.removeEventListener('paste', listen);
  }, []);
  const sendFirst = useEffectEvent(() => void send(begun));
  useEffect(() => sendFirst(), []);

  const drag = (event: DragEvent) => {
    event.preventDefault();
    setOver(event.type === 'dragover');
  };
  return (
    <div
      className={`grid justify-items-start gap-2 rounded-card border-2 border-dashed p-4 ${over ? 'border-primary bg-primary-soft' : 'border-line'}`}
      onDragOver={drag}
      onDragLeave={drag}
      onDrop={(event) => {
        drag(event);
        add(imageFilesOf(event.dataTransfer));
      }}
    >
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={ACCEPTED_TYPES.join()}
        onChange={(event) => {
          add([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <Button type="button" look="secondary" onClick={() => input.current?.click()}>
        {t('upload.choose')}
      </Button>
      <p className="text-14 text-muted">{t('upload.hint')}</p>
      <ul className="grid w-full gap-2" aria-live="polite">
        {running.map(({ id, name, share, error }) => (
          <li key={id} className="grid gap-1 text-14">
            {error ? (
              <Alert kind="danger" title={name}>
                {error.message}
              </Alert>
            ) : (
              <label className="grid gap-1 wrap-anywhere">
                {t(share < 1 ? 'upload.sending' : 'upload.preparing', { name })}
                <progress className="w-full" max={1} value={share < 1 ? share : undefined} />
              </label>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
