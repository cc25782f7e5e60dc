import type { TFunction } from 'i18next';
import { Confirm } from './Confirm';
import { Section } from './Section';
import { formatTime } from './formatTime';

type Props = {
  /** Translates the keys of the area, which has `history.title`, `none`, `shown`, `restore`, `restoreOf` and `restoreQuestion`. */
  t: TFunction;
  versions: { id: string; at: string; author: string; text: string }[];
  mayRestore: boolean;
  busy: boolean;
  onRestore: (id: string) => void;
};

/** The published versions of something, the newest first; all but the newest can be restored. */
export function VersionHistory({ t, versions, mayRestore, busy, onRestore }: Props) {
  return (
    <Section title={t('history.title')} className="card mt-6">
      {versions.length === 0 && <p className="mt-2">{t('history.none')}</p>}
      <ol className="divide-y divide-line">
        {versions.map(({ id, at, author, text }, i) => (
          <li key={id} className="grid gap-1 py-3">
            <p className="flex flex-wrap items-baseline gap-x-3">
              <time dateTime={at}>{formatTime(at)}</time>
              {author}
              {i === 0 && <span className="tag">{t('history.shown')}</span>}
            </p>
            <p className="text-14 text-muted wrap-anywhere">{text}</p>
            {mayRestore && i > 0 && (
              <p>
                <Confirm
                  label={t('history.restore')}
                  name={t('history.restoreOf', { at: formatTime(at) })}
                  question={t('history.restoreQuestion', { at: formatTime(at) })}
                  busy={busy}
                  onConfirm={() => onRestore(id)}
                />
              </p>
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
}
