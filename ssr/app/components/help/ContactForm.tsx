import { useTranslation } from '../../i18n/react';
import { Form } from 'react-router';
import { contactMessageMaxChars } from '../../../../shared/constants.json';
import { number } from '../../i18n/format';
import { useActionErrors, useBusy, useLang } from '../../router/page';
import { FormErrors } from '../form/FormErrors';
import { Field } from '../form/Field';
import { NameFields } from '../form/NameFields';
import { SwitchLanguageButton } from '../form/SwitchLanguageButton';
import { useDraft } from '../form/useDraft';
import { Icon } from '../page/Icon';
import { ariaDisabled } from '../form/ariaDisabled';

/** A message to the shop. Refused fields keep what was typed. */
export function ContactForm() {
  const { t } = useTranslation();
  const lang = useLang();
  const busy = useBusy();
  const errors = useActionErrors();
  const draft = useDraft({ draft: 'contact' });
  const field = (name: string) => ({
    ...errors.input(name),
    label: t(`contact:${name}`),
  });
  return (
    <Form {...draft} method="post" noValidate>
      <h2 className="mb-4 text-20 font-semibold">{t('contact:formTitle')}</h2>
      <FormErrors errors={errors} />
      <div className="grid gap-4 sm:grid-cols-2">
        <NameFields field={field} />
        <Field
          {...field('email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          hint={t('contact:emailHint')}
          required
        />
        <Field
          {...field('orderNo')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={32}
          hint={t('contact:orderNoHint')}
        />
        <Field
          multiline
          {...field('message')}
          rows={7}
          hint={t('contact:messageHint', { max: number(contactMessageMaxChars, lang) })}
          className="sm:col-span-2"
          required
        />
      </div>
      <button type="submit" className="btn btn-primary mt-6 max-sm:w-full" {...ariaDisabled(busy)}>
        <Icon name="mail" />
        {t(busy ? 'contact:sending' : 'contact:submit')}
      </button>
      <SwitchLanguageButton />
    </Form>
  );
}
