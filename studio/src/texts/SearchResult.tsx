import { useTranslation } from 'react-i18next';
import type { Lang } from '../i18n';
import { truncate, widthInPixels, MAX_WIDTH } from './resultWidth';

type Props = {
  title: string;
  description: string;
  /** With the host of the site that has the page, which need not be the Studio's. */
  address: string;
  lang: Lang;
};

/** A page as a search engine shows it on a wide screen, truncated to the available width. */
export function SearchResult({ title, description, address, lang }: Props) {
  const { t } = useTranslation('studio-texts');
  const parts = address.replace(/^https?:\/\//, '').split(/[/?#]/);
  return (
    <div>
      <h3 className="font-medium">{t('search.title')}</h3>
      <div className="mt-1 rounded-control border border-line bg-paper p-3" lang={lang}>
        <p className="text-14 text-muted wrap-anywhere">{parts.filter(Boolean).join(' › ')}</p>
        <p className="text-20 text-primary wrap-anywhere">{truncate(title, 'title')}</p>
        <p className="text-14 wrap-anywhere">{truncate(description, 'description')}</p>
      </div>
      <p className="text-14 text-muted">
        {t('search.widths', {
          title: widthInPixels(title, 'title'),
          maxTitle: MAX_WIDTH.title,
          description: widthInPixels(description, 'description'),
          maxDescription: MAX_WIDTH.description,
        })}
      </p>
    </div>
  );
}
