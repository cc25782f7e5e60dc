import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLoaderData, useParams, useSearchParams } from 'react-router';
import { call } from '../api/client';
import { load } from '../api/load';
import { Button } from '../components/Button';
import { Confirm } from '../components/Confirm';
import { Outcome } from '../components/Outcome';
import { Page, PageLink } from '../components/Page';
import { formatTime } from '../components/formatTime';
import { usePermission } from '../useMember';
import { useErrorFocus, useMutation } from '../useMutation';
import { TextDiff } from './TextDiff';
import { ReceiptList } from './ReceiptList';
import { LOCALES, textPath, type Publication, type Receipt } from './types';

type Args = { request: Request; params: { kind?: string; name?: string } };

/** The publications of a text. */
export function loader({ request, params }: Args) {
  const site = new URL(request.url).searchParams.get('site') ?? '0';
  return load<{ publications: Publication[] }>(
    request,
    textPath(params.kind, params.name, site, '/history'),
  );
}

type Compared = Record<'en' | 'zh', { before: string; after: string }>;

/** Lists the publications of a text, shows their differences, and restores one. */
export function Component() {
  const { t } = useTranslation('studio-texts');
  const { kind, name } = useParams();
  const [query] = useSearchParams();
  const site = query.get('site') ?? '0';
  const siteQuery = site === '0' ? '' : `?site=${site}`;
  const { publications } = useLoaderData<{ publications: Publication[] }>();
  const may = usePermission('texts.publish');
  const [shown, setShown] = useState<{ id: string; texts: Compared }>();
  const [receipt, setReceipt] = useState<Receipt>();
  const version = async (locale: string, id: string) =>
    id
      ? (
          await call<{ source: string }>(
            'GET',
            textPath(kind, name, site, `/versions/${locale}/${id}`),
          )
        ).source
      : '';
  const compare = useMutation(async (one: Publication, before: Publication | undefined) => {
    const [enBefore, en, zhBefore, zh] = await Promise.all([
      version('en', before?.en ?? ''),
      version('en', one.en),
      version('zh', before?.zh ?? ''),
      version('zh', one.zh),
    ]);
    setShown({
      id: one.id,
      texts: { en: { before: enBefore!, after: en! }, zh: { before: zhBefore!, after: zh! } },
    });
  });
  const [old, setOld] = useState<Receipt>();
  const look = useMutation(async (id: string) => {
    setOld(await call<Receipt>('GET', textPath(kind, name, site, `/history/${id}/receipt`)));
  });
  const restore = useMutation(async (publication: string) => {
    setReceipt(
      await call<Receipt>('POST', textPath(kind, name, site, '/restore'), { publication }),
    );
  });
  const outcome = useRef<HTMLDivElement>(null);
  const focusOutcome = () => outcome.current?.focus();
  const error = restore.error ?? compare.error ?? look.error;
  useErrorFocus(error, focusOutcome);
  const measured = ({ fresh, late, slowest }: NonNullable<Publication['pages']>) =>
    [
      fresh > 0 && t('history.freshIn', { count: fresh, ms: slowest }),
      late > 0 && t('history.late', { count: late }),
      fresh + late === 0 && t('history.unchanged'),
    ]
      .filter(Boolean)
      .join(' · ');
  return (
    <Page title={t('history.title')} intro={`${t(`kinds.${kind}`)} · ${name}`}>
      <PageLink to={`/texts/${kind}/${name}${siteQuery}`}>{t('history.back')}</PageLink>
      <div ref={outcome} tabIndex={-1}>
        <Outcome error={error} done={receipt && t('history.restored')} />
      </div>
      {receipt && <ReceiptList receipt={receipt} />}
      {publications.length === 0 && <p className="mt-6">{t('history.none')}</p>}
      <ol className="card mt-6 divide-y divide-line">
        {publications.map((one, i) => (
          <li key={one.id} className="grid gap-2 py-3">
            <p className="wrap-anywhere">
              <time dateTime={one.at}>{formatTime(one.at)}</time> · {one.author || t('files')}
              {i === 0 && <span className="tag ml-2">{t('history.shown')}</span>}
            </p>
            {!one.en && <p className="text-14 text-muted">{t('history.withdrawn')}</p>}
            {one.behind && (
              <p className="text-14 text-muted">
                {t('receipt.behind', { language: t(`languages.${one.behind}`) })}
              </p>
            )}
            {one.pages && <p className="text-14 text-muted">{measured(one.pages)}</p>}
            <div className="flex flex-wrap gap-x-4">
              <Button
                type="button"
                look="link"
                aria-expanded={shown?.id === one.id}
                aria-label={t('history.compareOf', { at: formatTime(one.at) })}
                busy={compare.busy}
                onClick={() =>
                  shown?.id === one.id
                    ? setShown(undefined)
                    : void compare.run(one, publications[i + 1])
                }
              >
                {t('history.compare')}
              </Button>
              {one.pages && one.pages.fresh + one.pages.late > 0 && (
                <Button
                  type="button"
                  look="link"
                  aria-expanded={old?.publication === one.id}
                  aria-label={t('history.receiptOf', { at: formatTime(one.at) })}
                  busy={look.busy}
                  onClick={() =>
                    old?.publication === one.id ? setOld(undefined) : void look.run(one.id)
                  }
                >
                  {t('history.receipt')}
                </Button>
              )}
              {may && i > 0 && one.en && (
                <Confirm
                  label={t('history.restore')}
                  name={t('history.restoreOf', { at: formatTime(one.at) })}
                  question={t('history.restoreQuestion', { at: formatTime(one.at) })}
                  busy={restore.busy}
                  onConfirm={() => void restore.run(one.id).then((done) => done && focusOutcome())}
                />
              )}
            </div>
            {old?.publication === one.id && <ReceiptList receipt={old} />}
            {shown?.id === one.id && (
              <div className="grid gap-4 sm:grid-cols-2">
                {LOCALES.map((locale) => (
                  <div key={locale}>
                    <h2 className="font-medium">{t(`languages.${locale}`)}</h2>
                    <TextDiff {...shown.texts[locale]} lang={locale} />
                  </div>
                ))}
              </div>
            )}
          </li>
        ))}
      </ol>
    </Page>
  );
}
