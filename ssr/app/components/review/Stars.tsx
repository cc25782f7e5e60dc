import { useTranslation } from '../../i18n/react';

/** A rating of one to five stars, as text for screen readers. */
export function Stars({ value }: { value: number }) {
  const { t } = useTranslation();
  const full = Math.round(value);
  return (
    <span role="img" aria-label={t('plan:stars', { value })} className="text-20 text-primary">
      {'★'.repeat(full)}
      <span className="text-line">{'★'.repeat(5 - full)}</span>
    </span>
  );
}
