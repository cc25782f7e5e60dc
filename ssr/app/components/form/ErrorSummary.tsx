import { useEffect, useRef } from 'react';
import { useTranslation } from '../../i18n/react';
import { Icon } from '../page/Icon';
import { fieldId } from './FieldError';

type Props = {
  /** Message about the whole form. */
  message?: string;
  /** Messages by field name; each becomes a link to its field. */
  fields?: Record<string, string>;
  /** Changes with every response, so that a second refusal takes the focus again. */
  outcome?: unknown;
};

/** All errors of a form at its top, each until its field is corrected. Takes the focus when it appears. */
export function ErrorSummary({ message, fields = {}, outcome }: Props) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const names = Object.keys(fields);
  const shown = Boolean(message) || names.length > 0;
  useEffect(() => {
    if (!shown && !outcome) return;
    box.current?.focus();
    import('../../drafts/correctedErrors').then(
      ({ showErrorsAgain }) => showErrorsAgain(),
      () => {}, // What is wrong stays on the page.
    );
  }, [shown, outcome]);
  if (!shown) return null;
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="error-summary flex gap-3 rounded-control border border-danger bg-danger-soft px-4 py-3"
    >
      <Icon name="alert" className="mt-0.5 size-5 text-danger" />
      <div>
        <p className="font-semibold text-danger">{message || t('common:checkFields')}</p>
        {names.length > 0 && (
          <ul className="mt-1 list-disc pl-5">
            {names.map((name) => (
              <li key={name}>
                <a href={`#${fieldId(name)}`} className="underline">
                  {fields[name]}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
