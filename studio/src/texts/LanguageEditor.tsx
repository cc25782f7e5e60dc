import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Alert } from '../../../ssr/app/components/page/Alert';
import { call } from '../api/client';
import { Button } from '../components/Button';
import { Confirm } from '../components/Confirm';
import type { Lang } from '../i18n';
import {
  frontMatterField,
  splitFrontMatter,
  withFrontMatterField,
  type MarkdownFile,
} from './markdownBlocks';
import { TextDiff } from './TextDiff';
import { Findings } from './Findings';
import { SearchResult } from './SearchResult';
import type { Saved, LanguageState } from './types';
import type { AutosavedDraft } from './useDraft';
import { Wysiwyg, type WysiwygHandle } from './Wysiwyg';

type Props = {
  kind: string;
  lang: Lang;
  side: LanguageState;
  draft: AutosavedDraft;
  /** The paths of the calls: `path` is the draft, `adopt` resolves an edit conflict. */
  path: string;
  adopt: string;
  readOnly: boolean;
  onFocus: () => void;
  onQuote: (quote: string) => void;
};

const FIELDS = ['title', 'updated', 'seoTitle', 'seoDescription'] as const;

/** Edits one language of a text: its fields, its body, and the findings of the checks. */
export function LanguageEditor({
  kind,
  lang,
  side,
  draft,
  path,
  adopt,
  readOnly,
  onFocus,
  onQuote,
}: Props) {
  const { t } = useTranslation('studio-texts');
  const [raw, setRaw] = useState(false);
  const [round, setRound] = useState(0);
  const editor = useRef<WysiwygHandle>(null);
  const id = useId();
  const { source, status, theirs, error, edition, autosave } = draft;
  const file = splitFrontMatter(source);
  const shown = side.published?.source ?? '';
  const name = t(`languages.${lang}`);
  const fields = kind === 'faq' ? FIELDS.slice(0, 1) : FIELDS;
  const set = (next: MarkdownFile) => autosave.change(next.head + next.body);
  // A source that was not typed here remounts the editor.
  const key = `${edition} ${round} ${name} ${readOnly}`;

  async function discard() {
    if (!(await autosave.save())) return;
    const { draft: now } = await call<Saved>('DELETE', path, {
      revision: autosave.revision,
      version: '0',
    });
    autosave.rebase(now);
  }

  return (
    <section aria-labelledby={id} className="grid min-w-0 content-start gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id={id} className="text-20 font-semibold">
          {name}
        </h2>
        <p role="status" className="text-14 text-muted">
          {t(`status.${status}`)}
        </p>
      </div>
      {side.behind && <Alert kind="warning">{t('state.behind')}</Alert>}
      {side.draft.dirty && side.draft.base !== side.draft.newest && status !== 'overtaken' && (
        <Alert kind="warning" title={t('overtaken.version', { version: side.draft.newest })}>
          <Button
            type="button"
            look="link"
            onClick={() =>
              void autosave.save().then(async (went) => {
                if (!went) return;
                await call('POST', adopt, {
                  revision: autosave.revision,
                  version: side.draft.newest,
                });
                location.reload();
              })
            }
          >
            {t('overtaken.adopt')}
          </Button>
        </Alert>
      )}
      {status === 'unsent' && error && (
        <Alert kind="danger" live>
          {error.message}
        </Alert>
      )}
      {status === 'overtaken' && theirs && (
        <Alert kind="danger" live title={error?.message}>
          <p>{t('overtaken.choose')}</p>
          <TextDiff before={theirs.source} after={source} lang={lang} />
          <p className="mt-2 flex flex-wrap gap-3">
            <Button type="button" look="secondary" onClick={() => autosave.rebase(theirs)}>
              {t('overtaken.theirs')}
            </Button>
            <Button type="button" look="secondary" onClick={() => autosave.rebase(theirs, source)}>
              {t('overtaken.mine')}
            </Button>
          </p>
        </Alert>
      )}
      <div className="grid gap-3">
        {fields.map((one) => (
          <FieldLine
            key={one}
            name={one}
            lang={lang}
            value={frontMatterField(file, one)}
            error={side.findings.some((f) => f.field === one && f.severity === 'error')}
            readOnly={readOnly}
            onFocus={onFocus}
            onChange={(value) =>
              set(withFrontMatterField(splitFrontMatter(autosave.snapshot().source), one, value))
            }
          />
        ))}
      </div>
      <div className="grid gap-2">
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <h3 className="font-medium">{t('bench.body')}</h3>
          <Button
            type="button"
            look="link"
            aria-pressed={raw}
            onClick={() => {
              setRaw(!raw);
              setRound(round + 1);
            }}
          >
            {t(raw ? 'bench.visual' : 'bench.markdown')}
          </Button>
        </div>
        {raw ? (
          <textarea
            className="field min-h-96 font-mono text-14"
            lang={lang}
            aria-label={t('bench.markdownOf', { language: name })}
            value={file.body}
            readOnly={readOnly}
            spellCheck
            onFocus={onFocus}
            onChange={(event) =>
              set({ ...splitFrontMatter(autosave.snapshot().source), body: event.target.value })
            }
          />
        ) : (
          <Wysiwyg
            key={key}
            ref={editor}
            markdown={file.body}
            published={splitFrontMatter(shown).body}
            findings={side.findings}
            above={file.head.split('\n').length - 1}
            label={t('bench.bodyOf', { language: name })}
            lang={lang}
            readOnly={readOnly}
            onFocus={onFocus}
            onChange={(body) => set({ ...splitFrontMatter(autosave.snapshot().source), body })}
          />
        )}
        {!readOnly && !raw && (
          <Button
            type="button"
            look="link"
            className="justify-self-start"
            onClick={() => onQuote(editor.current?.selected() ?? '')}
          >
            {t('talk.quote')}
          </Button>
        )}
      </div>
      <Findings list={side.findings} lang={lang} onShow={(line) => editor.current?.show(line)} />
      {kind !== 'faq' && (
        <SearchResult
          title={frontMatterField(file, 'seoTitle')}
          description={frontMatterField(file, 'seoDescription')}
          address={side.address}
          lang={lang}
        />
      )}
      <details>
        <summary className="min-h-11 cursor-pointer py-2 font-medium">{t('changes.title')}</summary>
        <TextDiff before={shown} after={source} lang={lang} />
        {!readOnly && side.draft.dirty && (
          <Confirm
            label={t('bench.discard')}
            name={t('bench.discardOf', { language: name })}
            question={t('bench.discardQuestion')}
            onConfirm={() => void discard()}
          />
        )}
      </details>
    </section>
  );
}

type LineProps = {
  name: string;
  lang: Lang;
  value: string;
  error: boolean;
  readOnly: boolean;
  onFocus: () => void;
  onChange: (value: string) => void;
};

function FieldLine({ name, lang, value, error, readOnly, onFocus, onChange }: LineProps) {
  const { t } = useTranslation('studio-texts');
  const own = {
    className: 'field',
    value,
    readOnly,
    onFocus,
    'aria-invalid': error || undefined,
    lang: name === 'updated' ? undefined : lang,
  };
  return (
    <label className="grid gap-1 text-14 font-medium">
      {t(`fields.${name}`)}
      {name === 'seoDescription' ? (
        <textarea {...own} rows={3} onChange={(event) => onChange(event.target.value)} />
      ) : (
        <input
          {...own}
          type={name === 'updated' ? 'date' : 'text'}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </label>
  );
}
