import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../components/Button';
import { currentLang, type Lang } from '../i18n';
import type { Finding, Sentence } from './types';

const LOCALES = ['en', 'zh'] as const;

type Props = {
  sentence: Sentence;
  /** Its place in the form, from 1. */
  n: number;
  /** What staff wrote, undefined while it is as the shop came with it. */
  own?: Record<Lang, string>;
  findings: Finding[];
  readOnly: boolean;
  onChange: (locale: Lang, value: string) => void;
  onTakeBack: () => void;
};

/** The beginning of a text, by which people know it. */
const shorten = (text: string) => (text.length > 40 ? `${text.slice(0, 39).trimEnd()}…` : text);

/** One text of a mail in both languages. */
export function SentenceFields({
  sentence: { key, built, fixed, placeholders },
  n,
  own,
  findings,
  readOnly,
  onChange,
  onTakeBack,
}: Props) {
  const { t, i18n } = useTranslation('studio-mails');
  const name = key.slice(key.indexOf('.') + 1);
  const label = i18n.exists(`studio-mails:names.${name}`)
    ? t(`names.${name}`)
    : t('names.other', { n, text: shorten(built[currentLang()]) });
  return (
    <fieldset className="min-w-0">
      <legend className="flex flex-wrap items-baseline gap-x-3 font-medium">
        {label}
        {own && <span className="text-14 font-normal text-primary-strong">{t('changed')}</span>}
      </legend>
      <div className="mt-1 grid gap-3 sm:grid-cols-2">
        {LOCALES.map((locale) => (
          <SentenceField
            key={locale}
            locale={locale}
            label={`${label}, ${t(`languages.${locale}`)}`}
            value={own?.[locale] ?? built[locale]}
            findings={findings.filter((one) => one.locale === locale)}
            readOnly={readOnly || fixed}
            onChange={(value) => onChange(locale, value)}
          />
        ))}
      </div>
      {fixed && <p className="mt-1 text-14 text-muted">{t('fixed')}</p>}
      {!fixed && placeholders.length > 0 && (
        <p className="mt-1 text-14 text-muted wrap-anywhere">
          {t('placeholders', { list: placeholders.map((one) => `{{${one}}}`).join(' ') })}
        </p>
      )}
      {own && !readOnly && (
        <p className="mt-1">
          <Button
            type="button"
            look="link"
            aria-label={t('takeBackOf', { label })}
            onClick={onTakeBack}
          >
            {t('takeBack')}
          </Button>
        </p>
      )}
    </fieldset>
  );
}

type FieldProps = {
  locale: Lang;
  label: string;
  value: string;
  findings: Finding[];
  readOnly: boolean;
  onChange: (value: string) => void;
};

function SentenceField({ locale, label, value, findings, readOnly, onChange }: FieldProps) {
  const { t } = useTranslation('studio-mails');
  const id = useId();
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <textarea
        id={id}
        className="field field-sizing-content"
        lang={locale}
        rows={Math.min(6, Math.ceil(value.length / (locale === 'zh' ? 18 : 36)) || 1)}
        value={value}
        maxLength={1200}
        readOnly={readOnly}
        aria-invalid={findings.length > 0 || undefined}
        aria-describedby={findings.length > 0 ? `${id}-findings` : undefined}
        onChange={(event) => onChange(event.target.value.replace(/\s*\n\s*/g, ' '))}
      />
      {findings.length > 0 && (
        <ul id={`${id}-findings`} className="mt-1 text-14 text-danger">
          {findings.map(({ code, about }) => (
            <li key={code} className="wrap-anywhere">
              {t(`findings.${code}`, { about })}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
