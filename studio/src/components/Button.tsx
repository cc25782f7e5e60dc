import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';

type Props = ComponentProps<'button'> & {
  look?: 'primary' | 'secondary' | 'danger' | 'link';
  /** The action is running: presses are ignored, and the button keeps the focus. */
  busy?: boolean;
};

const LOOK = {
  primary: 'btn btn-primary',
  secondary: 'btn btn-secondary',
  danger: 'btn bg-danger text-white hover:opacity-90',
  link: 'link-alone',
};

/** A button; without a type it submits its form. */
export function Button({ look = 'primary', busy, className = '', children, ...rest }: Props) {
  const { t } = useTranslation();
  const waits = busy && {
    'aria-disabled': true,
    onClick: (e: React.MouseEvent) => e.preventDefault(),
  };
  return (
    <button {...rest} {...waits} className={`${LOOK[look]} ${className}`}>
      {busy && look === 'primary' ? t('common.loading') : children}
    </button>
  );
}
