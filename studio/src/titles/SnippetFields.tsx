import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Lang } from '../i18n';
import { SearchResult } from '../texts/SearchResult';
import { previewSnippet } from './snippet';
import type { FieldName, Finding, PageSnippet, TitleOverrides } from './types';

type Props = {
  lang: Lang;
  /** Undefined where no site has the page in the language. */
  shown?: PageSnippet;
  placeholders: string[];
  words: TitleOverrides;
  onChange: (name: FieldName, value: string) => void;
  findings: Finding[];
  readOnly: boolean;
};

/** Edits title and description in one language, above a preview of the search result. */
export function SnippetFields({
  lang,
  shown,
  placeholders,
  words,
  onChange,
  findings,
  readOnly,
}: Props) {
  const { t } = useTranslation('studio-titles');
  const upper = lang === 'zh' ? 'Zh' : 'En';
  const names = [`title${upper}`, `description${upper}`] as const;
  const typing = useRef<{ name: FieldName; at: number }>({ name: names[0], at: -1 });

  function insert(placeholder: string) {
    const { name, at } = typing.current;
    const before = words[name];
    const place = at < 0 || at > before.length ? before.length : at;
    const written = `{{${placeholder}}}`;
    typing.current.at = place + written.length;
    onChange(name, before.slice(0, place) + written + before.slice(place));
  }

  return (
    <div className="grid min-w-0 content-start gap-4">
      {names.map((name, i) => (
        <TitleOverrides
          key={name}
          name={name}
          lang={lang}
          label={t(i === 0 ? 'title' : 'description', { language: t(`languages.${lang}`) })}
          rows={i === 0 ? 2 : 4}
          value={words[name]}
          placeholder={i === 0 ? shown?.below.title : shown?.below.description}
          findings={findings.filter(({ field }) => field === name)}
          readOnly={readOnly}
          onChange={(value) => onChange(name, value)}
          onPlace={(at) => (typing.current = { name, at })}
        />
      ))}
      {!readOnly && (
        <div>
          <p className="text-14 font-medium">{t('placeholders')}</p>
          <ul className="mt-1 flex flex-wrap gap-2">
            {placeholders.map((name) => (
              <li key={name} className="max-w-full">
                <button
                  type="button"
                  className="btn btn-secondary max-w-full text-14"
                  onClick={() => insert(name)}
                >
                  <span className="min-w-0 truncate">
                    {t(`names.${name}`)}
                    {shown?.values[name] && (
                      <span className="font-normal text-muted"> {shown.values[name]}</span>
                    )}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
      {shown && (
        <SearchResult {...previewSnippet(shown, words, lang)} address={shown.address} lang={lang} />
      )}
    </div>
  );
}

type WordsProps = {
  name: FieldName;
  lang: Lang;
  label: string;
  rows: number;
  value: string;
  placeholder?: string;
  findings: Finding[];
  readOnly: boolean;
  onChange: (value: string) => void;
  /** Where the caret is. */
  onPlace: (at: number) => void;
};

function TitleOverrides({
  name,
  lang,
  label,
  rows,
  findings,
  onChange,
  onPlace,
  ...area
}: WordsProps) {
  const { t } = useTranslation('studio-titles');
  const id = useId();
  const wrong = findings.some(({ advice }) => !advice);
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-14 font-medium">
        {label}
      </label>
      <textarea
        {...area}
        id={id}
        name={name}
        className={`field field-sizing-content ${rows > 2 ? 'min-h-28' : 'min-h-18'}`}
        lang={lang}
        rows={rows}
        maxLength={500}
        aria-invalid={wrong || undefined}
        aria-describedby={findings.length > 0 ? `${id}-findings` : undefined}
        onChange={(event) => onChange(event.target.value.replace(/\s*\n\s*/g, ' '))}
        onSelect={(event) => onPlace(event.currentTarget.selectionStart)}
      />
      {findings.length > 0 && (
        <ul id={`${id}-findings`} className="mt-1 grid gap-1 text-14">
          {findings.map(({ code, params, advice }, i) => (
            <li key={i} className={`wrap-anywhere ${advice ? 'text-warning' : 'text-danger'}`}>
              {t(`findings.${code}`, params ?? {})}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
