import type { Gw } from '../../gw/client';
import type { Address } from '../../gw/types';
import { optional, text } from './formText';
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
    ...optional('addressLine2', field('addressLine2')),
    city: field('city'),
    state: field('state'),
    zipCode: field('zipCode'),
    ...optional('phone', field('phone')),
    ...optional('email', field('email')),
  };
}

/**
 * A checkout's form with the address that was chosen among the saved ones in its address fields. The form itself
 * keeps what was typed there.
 */
export async function withChosenAddress(form: FormData, gw: Gw): Promise<FormData> {
  if (isOther(form)) return form;
  const id = text(form, 'addressId');
  const list = await gw.get('/mall/us/address/list', {}, { loading: false });
  const address = list.ok ? list.data.find(({ addressId }) => addressId === id) : undefined;
  if (!address) return form;
  const full = new FormData();
  for (const [name, value] of form) full.append(name, value);
  for (const name of FIELDS) full.set(`address.${name}`, address[name] ?? '');
  return full;
}

/** Keeps the address of an order for the next one. The order stands whether or not this succeeds. */
export async function keepAddress(form: FormData, gw: Gw): Promise<void> {
  if (form.get('saveAddress') !== '1' || !isOther(form)) return;
  await gw.post('/mall/us/address/save', addressOf(form), { loading: false });
}

function isOther(form: FormData): boolean {
  return ['', OTHER_ADDRESS].includes(text(form, 'addressId'));
}
