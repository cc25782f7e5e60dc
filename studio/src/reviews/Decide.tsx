import { useTranslation } from 'react-i18next';
import { Button } from '../components/Button';
import { ReasonForm } from '../components/ReasonForm';
import type { Review } from './types';

type Props = {
  review: Review;
  busy: boolean;
  /** What is wrong with the reason. */
  error?: string;
  onDecide: (approve: boolean, reason: string) => void;
};

/** Approves a waiting review or rejects one with a reason, even after it was approved. A rejection is final. */
export function Decide({ review, busy, error, onDecide }: Props) {
  const { t } = useTranslation('studio-reviews');
  if (review.state === 'rejected') return null;
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
      <ReasonForm
        label={label}
        name={`${label}: ${review.plan}`}
        reason={t('reason')}
        hint={t('reasonHint')}
        error={error}
        busy={busy}
        look="danger"
        onSend={(reason) => onDecide(false, reason)}
      />
    </div>
  );
}
