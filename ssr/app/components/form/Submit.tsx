import { useTranslation } from '../../i18n/react';
import { useBusy } from '../../router/page';
import { ariaDisabled } from './ariaDisabled';

type Props = {
  label: string;
  /** Value of `intent`, for a form with several buttons. */
  intent?: string;
  look?: 'primary' | 'secondary' | 'danger';
  className?: string;
};

const LOOK = {
  primary: 'btn-primary',
  secondary: 'btn-secondary',
  danger: 'bg-danger text-white hover:opacity-90',
};

/** Submits its form, once at a time; the main button says that it is under way. */
export function Submit({ label, intent, look = 'primary', className = '' }: Props) {
  const { t } = useTranslation();
  const busy = useBusy();
  return (
    <button
      type="submit"
      {...(intent && { name: 'intent', value: intent })}
      {...ariaDisabled(busy)}
      className={`btn ${LOOK[look]} ${className}`}
    >
      {busy && look !== 'secondary' ? t('common:loading') : label}
    </button>
  );
}
