import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, ApiError } from '../api/client';
import { Button } from '../components/Button';
import { Conflict } from '../components/Conflict';
import { Outcome } from '../components/Outcome';
import { formatTime } from '../components/formatTime';
import { ReceiptList } from '../texts/ReceiptList';
import { useBasis, type Basis } from '../useBasis';
import { usePermission } from '../useMember';
import { useForm } from '../useMutation';
import { SnippetFields } from './SnippetFields';
import {
  FIELDS,
  type TitlesAtSite,
  type Finding,
  type RefreshedPage,
  type TitleOverrides,
  type TitledPage,
} from './types';

const LOCALES = ['en', 'zh'] as const;
const inWords = (own: TitleOverrides): string => FIELDS.map((name) => own[name]).join('\n');

/** Debounce of the check in milliseconds. */
const DEBOUNCE_MS = 500;

/** Edits the title and the description of a page in both languages, with a preview of the search result. */
export function TitleForm({ page, at }: { page: TitledPage; at: TitlesAtSite }) {
  const basis = useBasis(at);
  return <SnippetsForm key={basis.edition} page={page} basis={basis} />;
}

function SnippetsForm({ page, basis }: { page: TitledPage; basis: Basis<TitlesAtSite> }) {
  const { t } = useTranslation('studio-titles');
  const mayEdit = usePermission('catalogue.edit');
  const at = basis.now;
  const [words, setWords] = useState(basis.values.own);
  const [fresh, setFresh] = useState<RefreshedPage[]>();
  const [findings, setFindings] = useState<Finding[]>([]);
  const path = `/titles/${page.kind}/${encodeURIComponent(page.code)}`;
  const said = FIELDS.some((name) => words[name]);

  useEffect(() => {
    if (!said) return;
    const left = new AbortController();
    const timer = setTimeout(() => {
      call<{ findings: Finding[] }>(
        'POST',
        `${path}/check`,
        { site: at.id, revision: '0', text: words },
        left.signal,
      )
        .then((found) => setFindings(found.findings))
        .catch(() => {}); // Saving checks once more, and says why it cannot.
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [path, at.id, words, said]);

  const form = useForm(async () => {
    setFresh(undefined);
    try {
      await basis.save(
        inWords(words),
        ({ own }) => inWords(own),
        async (revision) => {
          const done = await call<{ pages: RefreshedPage[]; findings: Finding[] }>('PUT', path, {
            site: at.id,
            revision,
            text: words,
          });
          setFindings(done.findings);
          setFresh(done.pages);
        },
      );
    } catch (error) {
      if (error instanceof ApiError && error.code === 'titles_faulty')
        setFindings(error.data as Finding[]);
      throw error;
    }
  });

  return (
    <form className="card mt-6 grid gap-6" onSubmit={(event) => void form.onSubmit(event)}>
      <p className="text-14 text-muted">
        {t(at.id === '0' ? 'hintAll' : 'hint')}
        {at.at && ` ${t('edited', { author: at.author, at: formatTime(at.at) })}`}
      </p>
      <div className="grid gap-6 lg:grid-cols-2">
        {LOCALES.map((locale) => (
          <SnippetFields
            key={locale}
            lang={locale}
            shown={at.pages[locale]}
            placeholders={page.placeholders}
            words={words}
            onChange={(name, value) => setWords((before) => ({ ...before, [name]: value }))}
            findings={said ? findings : []}
            readOnly={!mayEdit}
          />
        ))}
      </div>
      <Outcome error={form.error} done={form.done && t('saved')} />
      <Conflict of={basis} />
      {fresh && (
        <ReceiptList
          receipt={{ publication: '', behind: '', pages: fresh, unknown: false, linked: [] }}
        />
      )}
      {mayEdit ? (
        <Button className="justify-self-start" busy={form.busy}>
          {t('save')}
        </Button>
      ) : (
        <p className="text-14 text-muted">{t('notYours')}</p>
      )}
    </form>
  );
}
