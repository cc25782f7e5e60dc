import type { Reviews as Data } from '../../gw/types';
import { date } from '../../i18n/format';
import { useTranslation } from '../../i18n/react';
import { useLang, useShell } from '../../router/page';
import { Stars } from './Stars';

/** What buyers say: how many, their average, and the newest ones. `plans` names the plan of each. */
export function Reviews({ reviews, plans = false }: { reviews: Data; plans?: boolean }) {
  const { t } = useTranslation();
  const lang = useLang();
  const { timeZone } = useShell().tenant;
  return (
    <section aria-labelledby="reviews">
      <h2 id="reviews" className="text-24 font-semibold">
        {t('plan:reviews')}
      </h2>
      <p className="mb-4 text-muted">
        <Stars value={reviews.average} />{' '}
        {t('plan:rating', { average: reviews.average, count: reviews.count })}
      </p>
      <ul className="grid gap-4 sm:grid-cols-2">
        {reviews.latest.map((review) => (
          <li key={review.reviewId} className="rounded-card border border-line bg-paper p-4">
            <Stars value={review.stars} />
            {plans && <p className="font-semibold">{review.goodsName}</p>}
            {review.text && (
              <p lang={review.lang} className="mt-1 whitespace-pre-line wrap-anywhere">
                {review.text}
              </p>
            )}
            <p className="mt-2 text-14 text-muted">
              {review.name || t('plan:buyer')} · {date(review.at, lang, timeZone)}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
