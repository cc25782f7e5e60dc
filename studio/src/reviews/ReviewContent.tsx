import { useTranslation } from 'react-i18next';
import { LANG_CODES } from '../../../ssr/app/i18n/lang';
import { formatTime } from '../components/formatTime';
import type { Review } from './types';

/** A review as its buyer wrote it, and the decision. */
export function ReviewContent({ review }: { review: Review }) {
  const { t } = useTranslation('studio-reviews');
  const { stars, plan, goodsId, text, author, locale, at } = review;
  return (
    <>
      <div>
        <p>
          <span aria-hidden className="text-20 text-primary">
            {'★'.repeat(stars)}
            <span className="text-line">{'★'.repeat(5 - stars)}</span>
          </span>
          <span className="sr-only">{t('stars', { value: stars })}</span>
        </p>
        <h2 className="font-semibold wrap-anywhere">{plan}</h2>
        <p className="text-14 wrap-anywhere text-muted">
          {[author || t('anonymous'), formatTime(at), t(`languages.${locale}`), goodsId].join(
            ' · ',
          )}
        </p>
      </div>
      {text ? (
        <p lang={LANG_CODES[locale].html} className="wrap-anywhere whitespace-pre-line">
          {text}
        </p>
      ) : (
        <p className="text-muted">{t('noText')}</p>
      )}
      <Decision review={review} />
    </>
  );
}

function Decision({ review }: { review: Review }) {
  const { t } = useTranslation('studio-reviews');
  const { state, decidedAt, decidedBy, reason } = review;
  if (!decidedAt) return null;
  return (
    <p className="text-14 wrap-anywhere text-muted">
      {[t(`state.${state}`, { at: formatTime(decidedAt) }), decidedBy, reason]
        .filter(Boolean)
        .join(' · ')}
    </p>
  );
}
