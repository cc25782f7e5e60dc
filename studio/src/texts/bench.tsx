import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLoaderData, useParams, useSearchParams } from 'react-router';
import { Alert } from '../../../ssr/app/components/page/Alert';
import { call } from '../api/client';
import { load } from '../api/load';
import { Page } from '../components/Page';
import { lang as shownLang, type Lang } from '../i18n';
import { useMay } from '../useMember';
import { Asides } from './Asides';
import { field, split } from './blocks';
import { Column } from './Column';
import { Links } from './Links';
import { PagePreview } from './PagePreview';
import { Publish } from './Publish';
import { Talk } from './Talk';
import { LOCALES, textPath, type Bench, type Presence, type Saved } from './types';
import { useDraft } from './useDraft';

type Args = { request: Request; params: { kind?: string; name?: string } };

/** Everything about a text. */
export function loader({ request, params }: Args) {
  const site = new URL(request.url).searchParams.get('site') ?? '0';
  return load<Bench>(request, textPath(params.kind, params.name, site));
}

/** The workbench of a text. */
export function Component() {
  const { kind, name } = useParams();
  const [query] = useSearchParams();
  const site = query.get('site') ?? '0';
  // Another text is another workbench.
  return <Workbench key={`${kind}/${name}/${site}`} site={site} />;
}

/** How often one says that one is here. */
const HERE = 5000;

function Workbench({ site }: { site: string }) {
  const { t } = useTranslation('studio-texts');
  const data = useLoaderData<Bench>();
  const { kind, name } = data;
  const [bench, setBench] = useState(data);
  const [loaded, setLoaded] = useState(data);
  if (loaded !== data) {
    setLoaded(data);
    setBench(data);
  }
  const [active, setActive] = useState<Lang>(shownLang());
  const [quote, setQuote] = useState<{ locale: Lang; words: string }>();
  const [others, setOthers] = useState<Presence['others']>([]);
  const mayEdit = useMay('texts.edit');
  const mayShare = useMay('previews.share');
  const base = textPath(kind, name, '0');
  const ask = site === '0' ? '' : `?site=${encodeURIComponent(site)}`;

  const onSaved = ({ draft, findings }: Saved) =>
    setBench((was) => ({
      ...was,
      sides: {
        en: { ...was.sides.en, findings: findings.en, ...(draft.locale === 'en' && { draft }) },
        zh: { ...was.sides.zh, findings: findings.zh, ...(draft.locale === 'zh' && { draft }) },
      },
    }));
  const paths = { en: `${base}/drafts/en${ask}`, zh: `${base}/drafts/zh${ask}` };
  const drafts = {
    en: useDraft(paths.en, bench.sides.en.draft, onSaved),
    zh: useDraft(paths.zh, bench.sides.zh.draft, onSaved),
  };
  const stopped = LOCALES.some((locale) => drafts[locale].status === 'overtaken');

  // Whoever else has the text open is seen, and one is seen by them.
  useEffect(() => {
    let gone = false;
    const path = `${base}/presence${ask}`;
    async function here() {
      try {
        const now = await call<Presence>('POST', path, { locale: mayEdit ? active : '' });
        if (!gone) setOthers(now.others);
      } catch {
        // The next time tells.
      }
    }
    void here();
    const timer = setInterval(() => void here(), HERE);
    return () => {
      gone = true;
      clearInterval(timer);
    };
  }, [base, ask, active, mayEdit]);
  useEffect(
    () => () => void call('DELETE', `${base}/presence${ask}`).catch(() => undefined),
    [base, ask],
  );

  /** Saves what was typed and returns the revisions that one has seen. */
  async function settle(): Promise<Record<Lang, string> | undefined> {
    const went = await Promise.all(LOCALES.map((locale) => drafts[locale].keeper.send()));
    if (went.includes(false)) return undefined;
    return { en: drafts.en.keeper.revision, zh: drafts.zh.keeper.revision };
  }

  const { state } = bench.review;
  const title = field(split(drafts[shownLang()].source), 'title') || name;
  return (
    <Page
      title={title}
      intro={[t(`kinds.${kind}`), name, state !== 'draft' && t(`review.${state}`)]
        .filter(Boolean)
        .join(' · ')}
    >
      <p className="mt-2 flex flex-wrap gap-x-6">
        <Link className="link-alone" to={`/texts${ask}`}>
          {t('bench.back')}
        </Link>
        <Link className="link-alone" to={`/texts/${kind}/${name}/history${ask}`}>
          {t('history.title')}
        </Link>
      </p>
      <div role="status" className="mt-2">
        {others.length > 0 && (
          <Alert kind="info">
            {others
              .map(({ author, locale }) =>
                locale
                  ? t('presence.in', { author, language: t(`languages.${locale}`) })
                  : t('presence.reads', { author }),
              )
              .join(' ')}
          </Alert>
        )}
      </div>
      {mayEdit && <Asides key={String(stopped)} path={base} ask={ask} drafts={drafts} />}
      <div className="mt-6 grid gap-6 sm:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_377px]">
        {LOCALES.map((locale) => (
          <Column
            key={locale}
            kind={kind}
            lang={locale}
            side={bench.sides[locale]}
            draft={drafts[locale]}
            path={paths[locale]}
            adopt={`${base}/drafts/${locale}/adopt${ask}`}
            readOnly={!mayEdit}
            onFocus={() => setActive(locale)}
            onQuote={(words) => setQuote({ locale, words })}
          />
        ))}
        <PagePreview
          lang={active}
          onLang={setActive}
          pages={{ en: bench.sides.en.preview, zh: bench.sides.zh.preview }}
          saved={{
            en: bench.sides.en.draft.revision,
            zh: bench.sides.zh.draft.revision,
          }}
        />
      </div>
      <div className="mt-6 grid gap-6 sm:grid-cols-2">
        <Publish bench={bench} path={base} ask={ask} settle={settle} />
        <Talk bench={bench} path={base} ask={ask} quote={quote} settle={settle} />
        {mayShare && (
          <Links
            path={`${base}/links`}
            ask={ask}
            settle={async () => {
              const revisions = await settle();
              return revisions && { revisions };
            }}
          />
        )}
      </div>
    </Page>
  );
}
