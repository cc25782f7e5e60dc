import type { Address } from '../gw/types';
import { given, text } from './formText';

const FIELDS = [
  'fullName',
  'country',
  'addressLine1',
  'addressLine2',
  'city',
  'state',
  'zipCode',
] as const;

/** The gateway's names of an address's fields as forms call them: `city` is `address.city`. */
export const ADDRESS_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  FIELDS.map((name) => [name, `address.${name}`]),
);

/** The address fields of a form. Whether they are right is the gateway's to say. */
export function addressOf(form: FormData): Address {
  const field = (name: string) => text(form, `address.${name}`);
  return {
    fullName: field('fullName'),
    country: field('country'),
    addressLine1: field('addressLine1'),
    ...given('addressLine2', field('addressLine2')),
    city: field('city'),
    state: field('state'),
    zipCode: field('zipCode'),
  };
}
