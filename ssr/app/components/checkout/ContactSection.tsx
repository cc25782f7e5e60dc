import type { PageDataByKind } from '../../gw/page';
import { fullName } from '../../i18n/format';
import { useTranslation } from '../../i18n/react';
import { useLang, useShell } from '../../router/page';
import type { FormState } from '../form/AddressFields';
import { Field } from '../form/Field';
import { Section } from './Section';

type Props = {
  form: FormState;
  contact: PageDataByKind['order']['contact'];
  /** An eSIM is ordered, which is sent by mail. */
  esim: boolean;
};

/** Who orders, and where the mails go. */
export function ContactSection({ form, contact, esim }: Props) {
  const { t } = useTranslation();
  const { phoneExample } = useShell().tenant;
  const lang = useLang();
  const field = (name: 'email' | 'fullName' | 'phone', known: string | undefined) => ({
    ...form.input(name, known),
    label: t(`checkout:contact.${name}`),
  });
  return (
    <Section title={t('checkout:contact.title')}>
      <div className="grid gap-4 sm:grid-cols-2 sm:items-start">
        <Field
          {...field('email', contact?.email)}
          type="email"
          inputMode="email"
          autoComplete="email"
          hint={t(`checkout:contact.${esim ? 'emailHint' : 'emailHintOrder'}`)}
          className="sm:col-span-2"
          required
        />
        <Field
          {...field('fullName', contact && fullName(contact, lang))}
          autoComplete="name"
          maxLength={120}
          required
        />
        <Field
          {...field('phone', contact?.phone)}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          hint={t('checkout:contact.phoneHint', { example: phoneExample })}
        />
      </div>
    </Section>
  );
}
