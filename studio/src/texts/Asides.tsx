import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../api/client';
import { Button } from '../components/Button';
import { when } from '../components/time';
import type { Lang } from '../i18n';
import type { Aside } from './types';
import type { Keeping } from './useDraft';

type Props = { path: string; ask: string; drafts: Record<Lang, Keeping> };

/** One's own words that did not become the text's, to be put back or forgotten. */
export function Asides({ path, ask, drafts }: Props) {
  const { t } = useTranslation('studio-texts');
  const [list, setList] = useState<Aside[]>([]);
  useEffect(() => {
    const controller = new AbortController();
    call<{ asides: Aside[] }>('GET', `${path}/asides${ask}`, undefined, controller.signal).then(
      ({ asides }) => setList(asides),
      () => undefined, // They are only a help, and still there the next time.
    );
    return () => controller.abort();
  }, [path, ask]);
  if (list.length === 0) return null;

  async function forget(id: string) {
    await call('DELETE', `${path}/asides/${id}${ask}`);
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
              {t(`languages.${locale}`)} · {when(createdAt)}
            </span>
            <Button
              type="button"
              look="link"
              aria-label={t('asides.useOf', { at: when(createdAt) })}
              onClick={() => drafts[locale].keeper.put(source)}
            >
              {t('asides.use')}
            </Button>
            <Button
              type="button"
              look="link"
              aria-label={t('asides.forgetOf', { at: when(createdAt) })}
              onClick={() => void forget(id)}
            >
              {t('asides.forget')}
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
