import type { Address, Budget } from '../gw/types';
import type { GwBody, GwPlain } from '../gw/types';
import { buyItem } from './buyItem';

type Selection = GwBody<'/cq-ordercharge/order/doBudget'>;
type Submission = GwPlain<'/cq-ordercharge/order/encryptSubmit'>;

/** What the checkout's answers carry beside errors. */
export type CheckoutExtra = { budget: Budget };

/** What is to be ordered and with which choices: the part that decides the price. */
export function selectionOf(form: FormData): Selection {
  const text = reader(form);
  const points = Number(text('points'));
  return {
    source: text('source') === 'buyNow' ? 'buyNow' : 'cart',
    ...(text('source') === 'buyNow' ? { item: buyItem(form, text('goodsId')) } : {}),
    ...given('shippingMethod', text('shippingMethod')),
    ...given('destination', text('address.country')),
    ...given('state', text('address.state')),
    ...given('coupon', text('coupon')),
    ...given('referral', text('referral')),
    ...(text('points') === '' ? {} : { points: Number.isInteger(points) ? points : -1 }),
  };
}

/** The whole order. Whether it is right is the gateway's to say. */
export function submissionOf(form: FormData): Submission {
  const text = reader(form);
  const contact = {
    firstName: text('firstName'),
    email: text('email'),
    ...given('lastName', text('lastName')),
    ...given('phone', text('phone')),
  };
  return {
    ...selectionOf(form),
    contact,
    ...(form.has('address.fullName') ? { address: addressOf(form) } : {}),
    paymentMethod: text('paymentMethod') as Submission['paymentMethod'],
    expectedTotal: Number(text('expectedTotal')),
    agree: text('agree') === '1',
  };
}

function addressOf(form: FormData): Address {
  const text = reader(form);
  return {
    fullName: text('address.fullName'),
    country: text('address.country'),
    addressLine1: text('address.addressLine1'),
    ...given('addressLine2', text('address.addressLine2')),
    city: text('address.city'),
    state: text('address.state'),
    zipCode: text('address.zipCode'),
    ...given('phone', text('phone')),
    ...given('email', text('email')),
  };
}

const ADDRESS_FIELDS = [
  'fullName',
  'country',
  'addressLine1',
  'addressLine2',
  'city',
  'state',
  'zipCode',
];

/** The gateway's field names as this form calls them: the address has a prefix, the contact has none. */
export function formFields(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, message]) => {
      if (name === 'destination') return ['address.country', message];
      if (ADDRESS_FIELDS.includes(name)) return [`address.${name}`, message];
      return [name.replace(/^(contact|item)\./, ''), message];
    }),
  );
}

function reader(form: FormData): (name: string) => string {
  return (name) => String(form.get(name) ?? '').trim();
}

function given<K extends string>(name: K, value: string): Partial<Record<K, string>> {
  return value === '' ? {} : ({ [name]: value } as Record<K, string>);
}
