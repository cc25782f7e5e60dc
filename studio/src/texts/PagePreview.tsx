import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Lang } from '../i18n';
import { LOCALES } from './types';
import { Select } from '../components/Field';
import { Section } from '../components/Section';

type Props = {
  lang: Lang;
  onLang: (lang: Lang) => void;
  /** The address of the preview page, by language. */
  pages: Record<Lang, string>;
  /** The revision that was saved last, by language; a new one reloads the preview. */
  saved: Record<Lang, string>;
};

/** Previews the shop's page with the draft, at the width of a phone or a desktop; reloads keep the scroll position. */
export function PagePreview({ lang, onLang, pages, saved }: Props) {
  const { t } = useTranslation('studio-texts');
  const [desktop, setDesktop] = useState(false);
  const frames = useRef(new Map<string, HTMLIFrameElement>());
  const address = pages[lang];
  // The page that is shown stays until its next edition is there; what is saved meanwhile comes after that.
  const newest = `${saved[lang]} ${address}`;
  const [shown, setShown] = useState(newest);
  const [coming, setComing] = useState<string>();
  if (!coming && newest !== shown) setComing(newest);

  function arrived(edition: string) {
    if (edition !== coming) return;
    try {
      const { scrollY = 0 } = frames.current.get(shown)?.contentWindow ?? {};
      frames.current.get(edition)?.contentWindow?.scrollTo(0, scrollY);
    } catch {
      // One of them was led to another site.
    }
    setShown(edition);
    setComing(undefined);
  }

  return (
    <Section
      title={t('preview.title')}
      className="grid min-w-0 content-start gap-3 sm:max-lg:col-span-2 lg:sticky lg:top-4 lg:self-start"
    >
      <div className="flex flex-wrap gap-3">
        <Choice
          label={t('preview.language')}
          value={lang}
          options={LOCALES.map((one) => [one, t(`languages.${one}`)])}
          onChange={(next) => onLang(next as Lang)}
        />
        <Choice
          label={t('preview.width')}
          value={desktop ? 'desktop' : 'phone'}
          options={['phone', 'desktop'].map((one) => [one, t(`preview.${one}`)])}
          onChange={(next) => setDesktop(next === 'desktop')}
        />
      </div>
      <div className="relative h-[720px] w-[377px] lg:max-h-[calc(100vh-12rem)] max-w-full overflow-hidden rounded-control border border-line bg-paper">
        {[shown, coming].map(
          (edition) =>
            edition && (
              <iframe
                key={edition}
                ref={(frame) => {
                  if (frame) frames.current.set(edition, frame);
                  else frames.current.delete(edition);
                }}
                src={edition.slice(edition.indexOf(' ') + 1)}
                // Nothing of a draft is ever run.
                sandbox="allow-same-origin"
                title={t('preview.of', { language: t(`languages.${lang}`) })}
                aria-hidden={edition === coming || undefined}
                tabIndex={edition === coming ? -1 : undefined}
                onLoad={() => arrived(edition)}
                className={`absolute top-0 left-0 ${edition === coming ? 'invisible' : ''} ${
                  desktop ? 'h-[341.3%] w-[1280px] origin-top-left scale-[0.293]' : 'h-full w-full'
                }`}
              />
            ),
        )}
      </div>
      <a className="link-alone" href={address} target="_blank" rel="noreferrer">
        {t('preview.open')}
      </a>
    </Section>
  );
}

type ChoiceProps = {
  label: string;
  value: string;
  options: [string, string][];
  onChange: (value: string) => void;
};

function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <Select label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      {options.map(([one, name]) => (
        <option key={one} value={one}>
          {name}
        </option>
      ))}
    </Select>
  );
}
