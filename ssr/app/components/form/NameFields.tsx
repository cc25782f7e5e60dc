import type { ComponentProps } from 'react';
import type { Lang } from '../../i18n/lang';
import { useLang } from '../../router/page';
import { Field } from './Field';

export type NameField = 'firstName' | 'lastName';

type Props = {
  /** What a form knows of each of its two fields. */
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

/** First and last name, in the order in which the page's language says them. */
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
