import type { Stripe } from '@stripe/stripe-js';
import { checkout } from '../app/components/checkout/checkoutAction';
import { openCardFields } from '../app/components/checkout/cardFields';
import { setEnteredCard } from '../app/components/checkout/enteredCard';
import type { Gw } from '../app/gw/client';

const ORDER = '2603057K2M9QXA7';
const CREATE = '/cq-ordercharge/payment/us/create';
const RETURN = `https://shop.test/en/payment/${ORDER}`;

type Change = (event: { complete: boolean; empty: boolean }) => void;

let calls: string[];
let created: { ok: boolean; data?: unknown };
let submitted: { error?: { message: string } };
let confirm: () => Promise<unknown>;
let type: Change;
let complete: boolean;
let options: Record<string, unknown>;
let close: () => void;

// Remembers what was called, in its order.
const gw = {
  post: async (path: string) => {
    calls.push(path);
    return created;
  },
  seal: async () => {
    calls.push('order');
    return { ok: true, status: 200, data: { orderNo: ORDER } };
  },
} as unknown as Gw;

const stripe = {
  elements: (given: Record<string, unknown>) => {
    options = given;
    const element = {
      on: (_: string, listener: Change) => (type = listener),
      mount: () => calls.push('mount'),
      destroy: () => calls.push('destroy'),
    };
    return { create: () => element, submit: async () => submitted };
  },
  confirmPayment: async (given: { clientSecret: string; redirect: string }) => {
    calls.push(`confirm ${given.clientSecret} ${given.redirect}`);
    return confirm();
  },
} as unknown as Stripe;

const sent = (method = 'card') => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ intent: 'submit', paymentMethod: method }))
    form.set(name, value);
  return checkout({
    form,
    gw,
    lang: 'en',
    params: {},
    url: new URL('https://shop.test/en/order'),
  });
};
const leadsTo = async (method?: string) =>
  ((await sent(method)) as Response).headers.get('Location');

beforeEach(() => {
  calls = [];
  complete = false;
  submitted = {};
  created = { ok: true, data: { clientSecret: 'pi_1_secret_2', returnUrl: RETURN } };
  confirm = async () => ({ paymentIntent: { id: 'pi_1', status: 'succeeded' } });
  const price = { amount: 650, currency: 'USD' };
  const entry = openCardFields(stripe, price, 'en', null!, (ready) => (complete = ready));
  close = setEnteredCard(entry.card);
  calls = [];
});

afterEach(() => close());

test('the fields are opened for cards only, before there is an order', () => {
  expect(options).toEqual({
    mode: 'payment',
    amount: 650,
    currency: 'usd',
    locale: 'en',
    allowedPaymentMethodTypes: ['card'],
  });
});

test('a card that was typed pays the order that was placed with it', async () => {
  type({ complete: true, empty: false });
  expect(complete).toBe(true);
  expect(await leadsTo()).toBe(
    `/en/payment/${ORDER}?payment_intent=pi_1&redirect_status=succeeded`,
  );
  expect(calls).toEqual(['order', CREATE, 'confirm pi_1_secret_2 if_required']);
});

test('without a card, and with another method, the order is paid on its page', async () => {
  expect(await leadsTo()).toBe(`/en/payment/${ORDER}`);
  type({ complete: true, empty: false });
  expect(await leadsTo('alipay')).toBe(`/en/payment/${ORDER}`);
  type({ complete: false, empty: true });
  expect(await leadsTo()).toBe(`/en/payment/${ORDER}`);
  close();
  expect(await leadsTo()).toBe(`/en/payment/${ORDER}`);
  expect(calls).toEqual(['order', 'order', 'order', 'order']);
});

test('half a card places no order', async () => {
  type({ complete: false, empty: false });
  submitted = { error: { message: 'Your card number is incomplete.' } };
  expect(await sent()).toMatchObject({ message: 'Your card number is incomplete.' });
  expect(calls).toEqual([]);
});

test('the payment page goes on from a card that was declined', async () => {
  type({ complete: true, empty: false });
  const intent = { id: 'pi_1', status: 'requires_payment_method' };
  confirm = async () => ({ error: { payment_intent: intent } });
  expect(await leadsTo()).toBe(`/en/payment/${ORDER}?payment_intent=pi_1&redirect_status=failed`);
});

test.each([
  ['no answer', () => Promise.reject(new Error('no network'))],
  ['an answer that does not say it', async () => ({ error: { message: 'try again' } })],
])('the payment page asks what became of a payment with %s', async (_, answers) => {
  type({ complete: true, empty: false });
  confirm = answers;
  expect(await leadsTo()).toBe(`/en/payment/${ORDER}?payment_intent=pi_1&redirect_status=pending`);
});

test.each([
  ['cannot be opened', () => (created = { ok: false })],
  ['is under way already', () => (created = { ok: true, data: { returnUrl: RETURN } })],
])('an order is not lost when its payment %s', async (_, breaks) => {
  type({ complete: true, empty: false });
  breaks();
  expect(await leadsTo()).toBe(`/en/payment/${ORDER}`);
});
