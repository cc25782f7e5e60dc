import { useRef, useState } from 'react';
import { passwordMaxLength, passwordMinLength } from '../../../../shared/constants.json';
import { useTranslation } from '../../i18n/react';
import { Icon } from '../page/Icon';
import { FieldLabel } from './Field';
import { FieldError, errorId, fieldId } from './FieldError';
import { fulfilledRules, RULES } from './passwordRules';
import { useDomValue } from './useDomValue';

type Props = {
  name: string;
  label: string;
  error?: string;
  /** A new password: its rules are shown and ticked off while it is typed. */
  rules?: boolean;
  autoComplete: 'current-password' | 'new-password';
};

/** A password with a button that shows it. The field always starts empty: a page never contains a password. */
export function PasswordField({ name, label, error, rules, autoComplete }: Props) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const typed = useDomValue(field, (input) => (rules ? input.value : ''), '');
  const id = fieldId(name);
  const described = [rules && `${id}-rules`, error && errorId(name)].filter(Boolean).join(' ');
  return (
    <div>
      <FieldLabel htmlFor={id} label={label} />
      <div className="relative">
        <input
          ref={field}
          id={id}
          name={name}
          type={shown ? 'text' : 'password'}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          required
          className="field pr-12"
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
        />
        <button
          type="button"
          aria-pressed={shown}
          aria-label={t('auth:showPassword')}
          title={t('auth:showPassword')}
          onClick={() => setShown(!shown)}
          className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-control text-muted hover:text-primary aria-pressed:text-primary no-app:hidden"
        >
          <Icon name={shown ? 'hidden' : 'shown'} />
        </button>
      </div>
      {rules && <Rules id={`${id}-rules`} typed={typed} />}
      <FieldError name={name} message={error} />
    </div>
  );
}

function Rules({ id, typed }: { id: string; typed: string }) {
  const { t } = useTranslation();
  const done = fulfilledRules(typed);
  return (
    <div id={id} className="mt-1 text-14 text-muted">
      <p>{t('auth:rules.label')}</p>
      <ul className="grid gap-x-4 sm:grid-cols-2">
        {RULES.map((rule) => (
          <li
            key={rule}
            className={`flex items-center gap-1.5 ${done[rule] ? 'text-success' : ''}`}
          >
            <Icon name={done[rule] ? 'check' : 'dot'} className="size-4" />
            {typed && (
              <span className="sr-only">{t(`auth:rules.${done[rule] ? 'done' : 'open'}`)}</span>
            )}
            {t(`auth:rules.${rule}`, { min: passwordMinLength, max: passwordMaxLength })}
          </li>
        ))}
      </ul>
    </div>
  );
}
