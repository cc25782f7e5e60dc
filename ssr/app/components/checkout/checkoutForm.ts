import type { GwError } from '../../gw/client';
import type { Address, Budget } from '../../gw/types';
import type { GwBody, GwPlain } from '../../gw/types';
import { ADDRESS_NAMES, addressOf } from '../form/addressForm';
import { numeric, optional, text } from '../form/formText';
import { buyItem, forOther } from '../plan/buyItem';

type Selection = GwBody<'/cq-ordercharge/order/doBudget'>;
type Submission = GwPlain<'/cq-ordercharge/order/encryptSubmit'>;

/** What the checkout's answers carry beside errors. */
export type CheckoutExtra = { budget: Budget; unpaid: string[] };

/** The orders that stand in the way of another one, by a refusal's data. */
export function unpaidOf({ data }: GwError): string[] {
  return data?.orderNos ?? [];
}

/** What is to be ordered and with which choices: the part that decides the price. */
export function selectionOf(form: FormData): Selection {
  const points = numeric(form, 'points');
  return {
    source: text(form, 'source') === 'buyNow' ? 'buyNow' : 'cart',
    ...(text(form, 'source') === 'buyNow' ? { item: itemOf(form) } : {}),
    ...optional('shippingMethod', text(form, 'shippingMethod')),
    ...optional('destination', text(form, 'address.country')),
    ...optional('state', text(form, 'address.state')),
    ...optional('coupon', text(form, 'coupon')),
    ...optional('referral', text(form, 'referral')),
    ...(form.has('customer') ? { customer: true } : {}),
    ...(text(form, 'points') === '' ? {} : { points: Number.isInteger(points) ? points : -1 }),
  };
}

// A plan of its own, or more for a SIM that the customer has.
function itemOf(form: FormData) {
  return { ...buyItem(form, text(form, 'goodsId')), ...optional('simId', text(form, 'simId')) };
}

/** The whole order. Whether it is right is the gateway's to say. */
export function submissionOf(form: FormData): Submission {
  const contact = {
    // One field for the whole name: which part of it is the family's is not asked.
    firstName: text(form, 'fullName'),
    email: text(form, 'email'),
    ...optional('phone', text(form, 'phone')),
  };
  return {
    ...selectionOf(form),
    contact,
    ...(form.has('address.fullName') ? { address: shippingOf(form) } : {}),
    paymentMethod: text(form, 'paymentMethod') as Submission['paymentMethod'],
    expectedTotal: Number(text(form, 'expectedTotal')),
    agree: text(form, 'agree') === '1',
    ...forOther(form),
  };
}

// The carrier reaches the receiver by the phone and the e-mail of the address, else by the contact's.
function shippingOf(form: FormData): Address {
  const phone = text(form, 'address.phone') || text(form, 'phone');
  const email = text(form, 'address.email') || text(form, 'email');
  return { ...addressOf(form), ...optional('phone', phone), ...optional('email', email) };
}

/** The gateway's field names as this form calls them: the address has a prefix, the contact has none and lends the address its own. */
export function formFields(fields: Record<string, string>, form: FormData): Record<string, string> {
  const called = (name: string) => {
    if (name === 'destination') return 'address.country';
    if (name === 'contact.firstName') return 'fullName';
    if (/^address\.(email|phone)$/.test(name) && text(form, name)) return name;
    return ADDRESS_NAMES[name] ?? name.replace(/^(contact|item|address(?=\.(email|phone)$))\./, '');
  };
  return Object.fromEntries(
    Object.entries(fields).map(([name, message]) => [called(name), message]),
  );
}
