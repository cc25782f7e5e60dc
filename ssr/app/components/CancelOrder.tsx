import { useTranslation } from '../i18n/react';
import { Form } from 'react-router';
import { useActionErrors, useBusy } from '../router/page';
import { FieldError, fieldId, invalidProps } from './FieldError';

/** Cancels an unpaid order after the shopper has confirmed it. */
export function CancelOrder() {
  const { t } = useTranslation();
  const busy = useBusy();
  const errors = useActionErrors();
  return (
    <details
      className="no-print rounded-card border border-line bg-paper px-4 sm:px-6"
      open={errors.failed || undefined}
    >
      <summary className="flex min-h-12 items-center font-medium text-danger">
        {t('order:cancel.title')}
      </summary>
      <Form method="post" className="pb-4" preventScrollReset>
        <label className="flex items-start gap-3 py-2">
          <input
            type="checkbox"
            id={fieldId('confirm')}
            name="confirm"
            value="1"
            required
            className="mt-0.5 size-5 shrink-0 accent-primary"
            {...invalidProps('confirm', errors.field('confirm'))}
          />
          <span>{t('order:cancel.confirm')}</span>
        </label>
        <FieldError name="confirm" message={errors.field('confirm')} />
        <button
          type="submit"
          name="intent"
          value="cancel"
          disabled={busy}
          className="btn btn-secondary mt-2"
        >
          {t('order:cancel.action')}
        </button>
      </Form>
    </details>
  );
}
