import { useTranslation } from 'react-i18next';
import type { Lang } from '../i18n';
import { width } from './schema';

type Props = {
  title: string;
  description: string;
  /** With the host of the site that has the page, which need not be the Studio's. */
  address: string;
  lang: Lang;
};

/** How wide a title and a description may be before a search engine cuts them; full-width characters count double. */
const MAX = { title: 60, description: 160 };

/** A page as a search engine shows it. */
export function SearchResult({ title, description, address, lang }: Props) {
  const { t } = useTranslation('studio-texts');
  const parts = address.replace(/^https?:\/\//, '').split(/[/?#]/);
  return (
    <div>
      <h3 className="font-medium">{t('search.title')}</h3>
      <div className="mt-1 rounded-control border border-line bg-paper p-3" lang={lang}>
        <p className="text-14 text-muted wrap-anywhere">{parts.filter(Boolean).join(' › ')}</p>
        <p className="text-20 text-primary wrap-anywhere">{cut(title, MAX.title)}</p>
        <p className="text-14 wrap-anywhere">{cut(description, MAX.description)}</p>
      </div>
      <p className="text-14 text-muted">
        {t('search.widths', {
          title: width(title),
          maxTitle: MAX.title,
          description: width(description),
          maxDescription: MAX.description,
        })}
      </p>
    </div>
  );
}

/** A text as far as there is room, with an ellipsis where it is cut. */
export function cut(text: string, room: number): string {
  if (width(text) <= room) return text;
  let out = '';
  for (const one of text) {
    if (width(out + one) > room - 1) break;
    out += one;
  }
  return `${out.trimEnd()}…`;
}
