import { useTranslation } from '../../i18n/react';
import { Check } from '../form/Check';

type Props = {
  /** Whether the check box is shown; the hidden field is always sent. */
  shown: boolean;
  checked?: boolean;
  error?: string;
};

/** Asks a shopper whose device does not support eSIM to confirm that the eSIM is for another one. */
export function OtherDevice({ shown, checked, error }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <input type="hidden" name="asksDevice" value="1" />
      {shown && (
        <Check name="forOtherDevice" checked={checked} error={error}>
          {t('plan:forOtherDevice')}
        </Check>
      )}
    </>
  );
}
