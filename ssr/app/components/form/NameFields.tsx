import type { ComponentProps } from 'react';
import type { Lang } from '../../i18n/lang';
import { useLang } from '../../router/page';
import { Field } from './Field';

export type NameField = 'firstName' | 'lastName';

type Props = {
  /** Props of each of the two fields. */
  field: (
    name: NameField,
  ) => Pick<ComponentProps<typeof Field>, 'name' | 'label' | 'error' | 'defaultValue'>;
  /** The last name is required too. */
  both?: boolean;
};

const ORDER: Record<Lang, readonly NameField[]> = {
  en: ['firstName', 'lastName'],
  zh: ['lastName', 'firstName'],
};

/** First and last name, in the order of the page's language. */
export function NameFields({ field, both }: Props) {
  const names = ORDER[useLang()];
  return names.map((name) => (
    <Field
      key={name}
      {...field(name)}
      autoComplete={name === 'lastName' ? 'family-name' : 'given-name'}
      maxLength={60}
      required={both || name === 'firstName'}
    />
  ));
}
