import { useState, type FormEvent } from 'react';
import { useTranslation } from '../../i18n/react';
import { Form } from 'react-router';
import { useLang } from '../../router/page';
import { paths } from '../../router/paths';
import { FieldLabel } from '../form/Field';
import { FieldError, fieldId, invalidProps } from '../form/FieldError';
import { Icon } from '../page/Icon';

/**
 * Search of the questions: a GET form that needs a keyword. `keyword` is the one that was searched for,
 * '' when the form came without one.
 */
export function FaqSearch({ keyword }: { keyword?: string }) {
  const { t } = useTranslation();
  const lang = useLang();
  const [missing, setMissing] = useState(keyword === '');
  const error = missing ? t('content:faq.keywordRequired') : undefined;
  // The browser's own bubble is replaced by the message beside the field; without scripts the bubble stays.
  const refuse = (event: FormEvent<HTMLInputElement>) => {
    event.preventDefault();
    event.currentTarget.focus();
    setMissing(true);
  };
  return (
    <Form
      method="get"
      action={paths.faq(lang)}
      role="search"
      aria-label={t('content:faq.label')}
      className="max-w-[640px]"
    >
      <FieldLabel htmlFor={fieldId('keyword')} label={t('content:faq.label')} />
      <div className="flex gap-2">
        <input
          id={fieldId('keyword')}
          name="keyword"
          type="search"
          defaultValue={keyword}
          placeholder={t('content:faq.placeholder')}
          required
          pattern=".*\S.*"
          title={t('content:faq.keywordRequired')}
          maxLength={60}
          autoComplete="off"
          enterKeyHint="search"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the field that was refused, also without scripts
          autoFocus={keyword === ''}
          onInvalid={refuse}
          onInput={() => setMissing(false)}
          className="field"
          {...invalidProps('keyword', error)}
        />
        <button type="submit" className="btn btn-primary shrink-0">
          <Icon name="search" />
          {t('content:faq.submit')}
        </button>
      </div>
      <div aria-live="polite">
        <FieldError name="keyword" message={error} />
      </div>
    </Form>
  );
}
