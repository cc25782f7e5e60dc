import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldLabel } from './Field';
import { errorId, FieldError, fieldId } from './FieldError';

type Props = Omit<ComponentProps<'textarea'>, 'id' | 'name'> & {
  name: string;
  label: string;
  hint?: string;
  error?: string;
};

/** Like `Field`, for text of several lines. */
export function TextArea({ name, label, hint, error, className = '', required, ...rest }: Props) {
  const { t } = useTranslation();
  const id = fieldId(name);
  const described = [hint && `${id}-hint`, error && errorId(name)].filter(Boolean).join(' ');
  return (
    <div className={className}>
      <FieldLabel
        htmlFor={id}
        label={label}
        optional={!required}
        optionalText={t('common:optional')}
      />
      <textarea
        {...rest}
        id={id}
        name={name}
        required={required}
        className="field block"
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
      />
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-14 text-muted">
          {hint}
        </p>
      )}
      <FieldError name={name} message={error} />
    </div>
  );
}
