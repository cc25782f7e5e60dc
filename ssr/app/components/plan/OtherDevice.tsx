import { useTranslation } from '../../i18n/react';
import { FieldError, fieldId, invalidProps } from '../form/FieldError';

const NAME = 'forOtherDevice';

type Props = {
  /** Whether the box stands there; the form says that it asks in any case. */
  shown: boolean;
  checked?: boolean;
  error?: string;
};

/** Asks a shopper whose device takes no eSIM to confirm that the eSIM is for another one. */
export function OtherDevice({ shown, checked, error }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <input type="hidden" name="asksDevice" value="1" />
      {shown && (
        <>
          <label className="flex items-start gap-3 py-2">
            <input
              type="checkbox"
              id={fieldId(NAME)}
              name={NAME}
              value="1"
              defaultChecked={checked}
              className="mt-0.5 size-5 shrink-0 accent-primary"
              {...invalidProps(NAME, error)}
            />
            <span>{t('plan:forOtherDevice')}</span>
          </label>
          <FieldError name={NAME} message={error} />
        </>
      )}
    </>
  );
}
