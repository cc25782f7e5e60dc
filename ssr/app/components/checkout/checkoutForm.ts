import type { GwError } from '../../gw/client';
import type { Address, Budget } from '../../gw/types';
import type { GwBody, GwPlain } from '../../gw/types';
import { ADDRESS_FIELD_NAMES, addressOf } from '../form/addressForm';
import { parseNumber, fieldUnlessEmpty, trimmed } from '../form/formText';
import { buyItem, otherDeviceOf } from '../plan/buyItem';

type Selection = GwBody<'/cq-ordercharge/order/doBudget'>;
type Submission = GwPlain<'/cq-ordercharge/order/encryptSubmit'>;

/** Data of a checkout response besides its errors. */
export type CheckoutExtra = { budget: Budget; unpaid: string[] };

/** The unpaid orders because of which the gateway refused another one. */
export function unpaidOf({ data }: GwError): string[] {
  return data?.orderNos ?? [];
}

/** The items and choices of the form that determine the price. */
export function selectionOf(form: FormData): Selection {
  const points = parseNumber(form, 'points');
  return {
    source: trimmed(form, 'source') === 'buyNow' ? 'buyNow' : 'cart',
    ...(trimmed(form, 'source') === 'buyNow' ? { item: itemOf(form) } : {}),
    ...fieldUnlessEmpty('shippingMethod', trimmed(form, 'shippingMethod')),
    ...fieldUnlessEmpty('destination', trimmed(form, 'address.country')),
    ...fieldUnlessEmpty('state', trimmed(form, 'address.state')),
    ...fieldUnlessEmpty('coupon', trimmed(form, 'coupon')),
    ...fieldUnlessEmpty('referral', trimmed(form, 'referral')),
    ...(form.has('customer') ? { customer: true } : {}),
    ...(trimmed(form, 'points') === '' ? {} : { points: Number.isInteger(points) ? points : -1 }),
  };
}

// A plan of its own, or more for a SIM that the customer has.
function itemOf(form: FormData) {
  return {
    ...buyItem(form, trimmed(form, 'goodsId')),
    ...fieldUnlessEmpty('simId', trimmed(form, 'simId')),
  };
}

/** Reads the order from the form, without validation: the gateway validates it. */
export function submissionOf(form: FormData): Submission {
  const contact = {
    // One field for the whole name: which part of it is the family's is not asked.
    firstName: trimmed(form, 'fullName'),
    email: trimmed(form, 'email'),
    ...fieldUnlessEmpty('phone', trimmed(form, 'phone')),
  };
  return {
    ...selectionOf(form),
    contact,
    ...(form.has('address.fullName') ? { address: shippingOf(form) } : {}),
    paymentMethod: trimmed(form, 'paymentMethod') as Submission['paymentMethod'],
    expectedTotal: Number(trimmed(form, 'expectedTotal')),
    agree: trimmed(form, 'agree') === '1',
    ...otherDeviceOf(form),
  };
}

// The carrier reaches the receiver by the phone and the e-mail of the address, else by the contact's.
function shippingOf(form: FormData): Address {
  const phone = trimmed(form, 'address.phone') || trimmed(form, 'phone');
  const email = trimmed(form, 'address.email') || trimmed(form, 'email');
  return {
    ...addressOf(form),
    ...fieldUnlessEmpty('phone', phone),
    ...fieldUnlessEmpty('email', email),
  };
}

/**
 * Maps field errors from the gateway's names to this form's. An error about the phone or e-mail of the address is the contact's when
 * the address field is empty, because the contact's value was sent.
 */
export function formFields(fields: Record<string, string>, form: FormData): Record<string, string> {
  const nameOf = (name: string) => {
    if (name === 'destination') return 'address.country';
    if (name === 'contact.firstName') return 'fullName';
    if (/^address\.(email|phone)$/.test(name) && trimmed(form, name)) return name;
    return (
      ADDRESS_FIELD_NAMES[name] ?? name.replace(/^(contact|item|address(?=\.(email|phone)$))\./, '')
    );
  };
  return Object.fromEntries(
    Object.entries(fields).map(([name, message]) => [nameOf(name), message]),
  );
}
