import type { ComponentProps } from 'react';
import { useLang } from '../router/page';
import { Field } from './Field';

export type NameField = 'firstName' | 'lastName';

type Own = Pick<ComponentProps<typeof Field>, 'name' | 'label' | 'error' | 'defaultValue'>;
type Props = {
  /** What a form knows of each of its two fields. */
  field: (name: NameField) => Own;
  /** The last name is required too. */
  both?: boolean;
};

/** First and last name, in the order in which the page's language says them. */
export function NameFields({ field, both }: Props) {
  const given = (
    <Field
      key="first"
      {...field('firstName')}
      autoComplete="given-name"
      maxLength={NAME_MAX}
      required
    />
  );
  const family = (
    <Field
      key="last"
      {...field('lastName')}
      autoComplete="family-name"
      maxLength={NAME_MAX}
      required={both}
    />
  );
  return useLang() === 'zh' ? [family, given] : [given, family];
}

const NAME_MAX = 60;
