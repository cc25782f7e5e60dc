import { useTranslation } from 'react-i18next';
import { Confirm } from '../components/Confirm';
import { Section } from '../components/Section';
import { formatTime } from '../components/formatTime';
import { currentLang } from '../i18n';
import type { Version } from './types';

type Props = {
  versions: Version[];
  mayRestore: boolean;
  busy: boolean;
  onRestore: (id: string) => void;
};

/** What a kind of mail said, the newest first. */
export function History({ versions, mayRestore, busy, onRestore }: Props) {
  const { t } = useTranslation('studio-mails');
  return (
    <Section title={t('history.title')} className="card mt-6">
      {versions.length === 0 && <p className="mt-2">{t('history.none')}</p>}
      <ol className="divide-y divide-line">
        {versions.map(({ id, body, author, at }, i) => {
          const texts = Object.values(body).map((one) => one[currentLang()]);
          return (
            <li key={id} className="grid gap-1 py-3">
              <p className="flex flex-wrap items-baseline gap-x-3">
                <time dateTime={at}>{formatTime(at)}</time>
                {author}
                {i === 0 && <span className="tag">{t('history.now')}</span>}
              </p>
              <p className="text-14 text-muted wrap-anywhere">{texts.join(' · ') || t('files')}</p>
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
          );
        })}
      </ol>
    </Section>
  );
}
