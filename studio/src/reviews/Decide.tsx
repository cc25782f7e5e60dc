import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../components/Button';
import { Field } from '../components/Field';
import type { Review } from './types';

type Props = {
  review: Review;
  busy: boolean;
  /** What is wrong with the reason. */
  error?: string;
  onDecide: (approve: boolean, reason: string) => void;
};

/** Shows a review that waits, or says why it is not shown, also of one that is shown already. A rejected one stays so. */
export function Decide({ review, busy, error, onDecide }: Props) {
  const { t } = useTranslation('studio-reviews');
  if (review.state === 'rejected') return null;
  function reject(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    onDecide(false, String(new FormData(event.currentTarget).get('reason')));
  }
  const label = t(review.state === 'waiting' ? 'reject' : 'takeDown');
  return (
    <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
      {review.state === 'waiting' && (
        <Button
          type="button"
          busy={busy}
          aria-label={t('approveOf', { plan: review.plan })}
          onClick={() => onDecide(true, '')}
        >
          {t('approve')}
        </Button>
      )}
      <details className="min-w-0 grow">
        <summary className="link-alone" aria-label={`${label}: ${review.plan}`}>
          {label}
        </summary>
        <form onSubmit={reject} className="mt-3 grid max-w-xl gap-3">
          <Field
            name="reason"
            label={t('reason')}
            hint={t('reasonHint')}
            error={error}
            maxLength={200}
            required
          />
          <p>
            <Button look="danger" busy={busy}>
              {label}
            </Button>
          </p>
        </form>
      </details>
    </div>
  );
}
