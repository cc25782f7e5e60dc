import type { Gw } from '../../gw/client';
import type { Address } from '../../gw/types';
import { fieldUnlessEmpty, trimmed } from './formText';
import { OTHER_ADDRESS } from './otherAddress';

const FIELDS = [
  'fullName',
  'country',
  'addressLine1',
  'addressLine2',
  'city',
  'state',
  'zipCode',
  'phone',
  'email',
] as const;

/** Maps the gateway's names of address fields to those of forms: `city` to `address.city`. */
export const ADDRESS_FIELD_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  FIELDS.map((name) => [name, `address.${name}`]),
);

/** Reads the address fields of a form, without validation: the gateway validates them. */
export function addressOf(form: FormData): Address {
  const field = (name: string) => trimmed(form, `address.${name}`);
  return {
    fullName: field('fullName'),
    country: field('country'),
    addressLine1: field('addressLine1'),
    ...fieldUnlessEmpty('addressLine2', field('addressLine2')),
    city: field('city'),
    state: field('state'),
    zipCode: field('zipCode'),
    ...fieldUnlessEmpty('phone', field('phone')),
    ...fieldUnlessEmpty('email', field('email')),
  };
}

/**
 * Copies a checkout's form, with the chosen saved address in its address fields. The form itself is not changed.
 */
export async function withChosenAddress(form: FormData, gw: Gw): Promise<FormData> {
  if (isOther(form)) return form;
  const id = trimmed(form, 'addressId');
  const list = await gw.get('/mall/us/address/list', {}, { loading: false });
  const address = list.ok ? list.data.find(({ addressId }) => addressId === id) : undefined;
  if (!address) return form;
  const full = new FormData();
  for (const [name, value] of form) full.append(name, value);
  for (const name of FIELDS) full.set(`address.${name}`, address[name] ?? '');
  return full;
}

/** Saves the address of an order for the next one. A failure does not affect the order. */
export async function saveAddress(form: FormData, gw: Gw): Promise<void> {
  if (form.get('saveAddress') !== '1' || !isOther(form)) return;
  await gw.post('/mall/us/address/save', addressOf(form), { loading: false });
}

function isOther(form: FormData): boolean {
  return ['', OTHER_ADDRESS].includes(trimmed(form, 'addressId'));
}
