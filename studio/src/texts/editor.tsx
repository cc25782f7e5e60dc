import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLoaderData, useParams, useSearchParams } from 'react-router';
import { Alert } from '../../../ssr/app/components/page/Alert';
import { call } from '../api/client';
import { load } from '../api/load';
import { Page } from '../components/Page';
import { currentLang as shownLang, type Lang } from '../i18n';
import { usePermission } from '../useMember';
import { Asides } from './Asides';
import { frontMatterField, splitFrontMatter } from './markdownBlocks';
import { LanguageEditor } from './LanguageEditor';
import { PreviewLinks } from './PreviewLinks';
import { PagePreview } from './PagePreview';
import { Publish } from './Publish';
import { Discussion } from './Discussion';
import { LOCALES, textPath, type TextDetail, type Presence, type Saved } from './types';
import { useDraft } from './useDraft';

type Args = { request: Request; params: { kind?: string; name?: string } };

/** Reads a text with its drafts, comments and schedules. */
export function loader({ request, params }: Args) {
  const site = new URL(request.url).searchParams.get('site') ?? '0';
  return load<TextDetail>(request, textPath(params.kind, params.name, site));
}

/** The editor of a text in both languages. */
export function Component() {
  const { kind, name } = useParams();
  const [query] = useSearchParams();
  const site = query.get('site') ?? '0';
  // The key remounts the editor for another text.
  return <TextEditor key={`${kind}/${name}/${site}`} site={site} />;
}

/** How often the editor announces the member's presence. */
const PRESENCE_INTERVAL_MS = 5000;

function TextEditor({ site }: { site: string }) {
  const { t } = useTranslation('studio-texts');
  const data = useLoaderData<TextDetail>();
  const { kind, name } = data;
  const [text, setText] = useState(data);
  const [loaded, setLoaded] = useState(data);
  if (loaded !== data) {
    setLoaded(data);
    setText(data);
  }
  const [active, setActive] = useState<Lang>(shownLang());
  const [quote, setQuote] = useState<{ locale: Lang; words: string }>();
  const [others, setOthers] = useState<Presence['others']>([]);
  const mayEdit = usePermission('texts.edit');
  const mayShare = usePermission('previews.share');
  const base = textPath(kind, name, '0');
  const siteQuery = site === '0' ? '' : `?site=${encodeURIComponent(site)}`;

  const onSaved = ({ draft, findings }: Saved) =>
    setText((was) => ({
      ...was,
      sides: {
        en: { ...was.sides.en, findings: findings.en, ...(draft.locale === 'en' && { draft }) },
        zh: { ...was.sides.zh, findings: findings.zh, ...(draft.locale === 'zh' && { draft }) },
      },
    }));
  const paths = { en: `${base}/drafts/en${siteQuery}`, zh: `${base}/drafts/zh${siteQuery}` };
  const drafts = {
    en: useDraft(paths.en, text.sides.en.draft, onSaved),
    zh: useDraft(paths.zh, text.sides.zh.draft, onSaved),
  };
  const stopped = LOCALES.some((locale) => drafts[locale].status === 'overtaken');

  // Announces the member's presence and learns who else has the text open.
  useEffect(() => {
    let unmounted = false;
    const path = `${base}/presence${siteQuery}`;
    async function announce() {
      try {
        const now = await call<Presence>('POST', path, { locale: mayEdit ? active : '' });
        if (!unmounted) setOthers(now.others);
      } catch {
        // The next announcement tries again.
      }
    }
    void announce();
    const timer = setInterval(() => void announce(), PRESENCE_INTERVAL_MS);
    return () => {
      unmounted = true;
      clearInterval(timer);
    };
  }, [base, siteQuery, active, mayEdit]);
  useEffect(
    () => () => void call('DELETE', `${base}/presence${siteQuery}`).catch(() => undefined),
    [base, siteQuery],
  );

  /** Saves both drafts and returns their revisions; undefined when a save failed. */
  async function saveDrafts(): Promise<Record<Lang, string> | undefined> {
    const went = await Promise.all(LOCALES.map((locale) => drafts[locale].autosave.save()));
    if (went.includes(false)) return undefined;
    return { en: drafts.en.autosave.revision, zh: drafts.zh.autosave.revision };
  }

  const { state } = text.review;
  const title = frontMatterField(splitFrontMatter(drafts[shownLang()].source), 'title') || name;
  return (
    <Page
      title={title}
      intro={[t(`kinds.${kind}`), name, state !== 'draft' && t(`review.${state}`)]
        .filter(Boolean)
        .join(' · ')}
    >
      <p className="mt-2 flex flex-wrap gap-x-6">
        <Link className="link-alone" to={`/texts${siteQuery}`}>
          {t('bench.back')}
        </Link>
        <Link className="link-alone" to={`/texts/${kind}/${name}/history${siteQuery}`}>
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
      {mayEdit && (
        <Asides key={String(stopped)} path={base} siteQuery={siteQuery} drafts={drafts} />
      )}
      <div className="mt-6 grid gap-6 sm:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_377px]">
        {LOCALES.map((locale) => (
          <LanguageEditor
            key={locale}
            kind={kind}
            lang={locale}
            side={text.sides[locale]}
            draft={drafts[locale]}
            path={paths[locale]}
            adopt={`${base}/drafts/${locale}/adopt${siteQuery}`}
            readOnly={!mayEdit}
            onFocus={() => setActive(locale)}
            onQuote={(words) => setQuote({ locale, words })}
          />
        ))}
        <PagePreview
          lang={active}
          onLang={setActive}
          pages={{ en: text.sides.en.preview, zh: text.sides.zh.preview }}
          saved={{
            en: text.sides.en.draft.revision,
            zh: text.sides.zh.draft.revision,
          }}
        />
      </div>
      <div className="mt-6 grid gap-6 sm:grid-cols-2">
        <Publish text={text} path={base} siteQuery={siteQuery} saveDrafts={saveDrafts} />
        <Discussion
          text={text}
          path={base}
          siteQuery={siteQuery}
          quote={quote}
          saveDrafts={saveDrafts}
        />
        {mayShare && (
          <PreviewLinks
            path={`${base}/links`}
            siteQuery={siteQuery}
            saveDrafts={async () => {
              const revisions = await saveDrafts();
              return revisions && { revisions };
            }}
          />
        )}
      </div>
    </Page>
  );
}
