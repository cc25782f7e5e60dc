import { useEffect, useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../api/client';
import { Select } from '../components/Field';
import { Section } from '../components/Section';
import type { Lang } from '../i18n';
import type { Body, Finding, RenderedMail } from './types';

type Props = {
  path: string;
  body: Body;
  lang: Lang;
  onLang: (lang: Lang) => void;
  onFindings: (list: Finding[]) => void;
};

/** Debounce of the preview in milliseconds. */
const DEBOUNCE_MS = 400;
const LOCALES = ['en', 'zh'] as const;

/** Previews the edited mail with sample data, as HTML and as plain text. */
export function Preview({ path, body, lang, onLang, onFindings }: Props) {
  const { t } = useTranslation('studio-mails');
  const [shown, setShown] = useState<RenderedMail>();
  const [plain, setPlain] = useState(false);

  useEffect(() => {
    const left = new AbortController();
    const timer = setTimeout(() => {
      call<RenderedMail>('POST', `${path}/preview`, { body, locale: lang }, left.signal)
        .then((next) => {
          setShown(next);
          onFindings(next.findings);
        })
        .catch(() => {}); // What was shown stays; saving says what is wrong.
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [path, body, lang, onFindings]);

  return (
    <Section title={t('preview.title')} className="card grid min-w-0 content-start gap-3">
      <div className="flex flex-wrap gap-3">
        <Select
          label={t('preview.language')}
          value={lang}
          onChange={(event) => onLang(event.target.value as Lang)}
        >
          {LOCALES.map((one) => (
            <option key={one} value={one}>
              {t(`languages.${one}`)}
            </option>
          ))}
        </Select>
        <Select
          label={t('preview.form')}
          value={plain ? 'text' : 'html'}
          onChange={(event) => setPlain(event.target.value === 'text')}
        >
          {['html', 'text'].map((one) => (
            <option key={one} value={one}>
              {t(`preview.${one}`)}
            </option>
          ))}
        </Select>
      </div>
      {shown && (
        <>
          <p className="wrap-anywhere" lang={lang}>
            <span className="text-14 text-muted">{t('names.subject')}</span>{' '}
            <strong>{shown.subject}</strong>
          </p>
          {plain ? (
            <pre className="whitespace-pre-wrap text-14 wrap-anywhere" lang={lang}>
              {shown.text}
            </pre>
          ) : (
            <iframe
              title={t('preview.title')}
              className="h-160 w-full rounded-control border border-line bg-white"
              sandbox="allow-same-origin"
              srcDoc={withoutStyles(shown.html)}
              onLoad={applyStyles}
            />
          )}
        </>
      )}
      <p className="text-14 text-muted">{t('preview.sample')}</p>
    </Section>
  );
}

/** The Studio's CSP forbids style attributes in markup, so the styles are in another attribute. */
const withoutStyles = (html: string) => html.replaceAll(' style="', ' data-style="');

/** Applies the styles of a mail and sets the height of its frame. */
function applyStyles({ currentTarget: frame }: SyntheticEvent<HTMLIFrameElement>) {
  const page = frame.contentDocument;
  if (!page) return;
  for (const one of page.querySelectorAll<HTMLElement>('[data-style]'))
    one.style.cssText = one.dataset.style!;
  frame.style.height = `${page.documentElement.scrollHeight + 2}px`;
}
