import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../api/client';
import { Button } from '../components/Button';
import { formatTime } from '../components/formatTime';
import type { Lang } from '../i18n';
import type { Aside } from './types';
import type { AutosavedDraft } from './useDraft';

type Props = { path: string; siteQuery: string; drafts: Record<Lang, AutosavedDraft> };

/** Lists the member's own edits that lost an edit conflict and were set aside; each can be restored or deleted. */
export function Asides({ path, siteQuery, drafts }: Props) {
  const { t } = useTranslation('studio-texts');
  const [list, setList] = useState<Aside[]>([]);
  useEffect(() => {
    const controller = new AbortController();
    call<{ asides: Aside[] }>(
      'GET',
      `${path}/asides${siteQuery}`,
      undefined,
      controller.signal,
    ).then(
      ({ asides }) => setList(asides),
      () => undefined, // They are only a help, and still there the next time.
    );
    return () => controller.abort();
  }, [path, siteQuery]);
  if (list.length === 0) return null;

  async function discard(id: string) {
    await call('DELETE', `${path}/asides/${id}${siteQuery}`);
    setList((was) => was.filter((one) => one.id !== id));
  }
  return (
    <details className="mt-4 rounded-control border border-line bg-paper p-3">
      <summary className="cursor-pointer font-medium">
        {t('asides.title', { count: list.length })}
      </summary>
      <ul className="mt-2 divide-y divide-line">
        {list.map(({ id, locale, source, createdAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 py-2">
            <span>
              {t(`languages.${locale}`)} · {formatTime(createdAt)}
            </span>
            <Button
              type="button"
              look="link"
              aria-label={t('asides.useOf', { at: formatTime(createdAt) })}
              onClick={() => drafts[locale].autosave.replace(source)}
            >
              {t('asides.use')}
            </Button>
            <Button
              type="button"
              look="link"
              aria-label={t('asides.deleteOf', { at: formatTime(createdAt) })}
              onClick={() => void discard(id)}
            >
              {t('asides.delete')}
            </Button>
            <details className="basis-full">
              <summary className="cursor-pointer text-14">{t('asides.show')}</summary>
              <pre className="text-14 whitespace-pre-wrap wrap-anywhere">{source}</pre>
            </details>
          </li>
        ))}
      </ul>
    </details>
  );
}
