import { formFields, selectionOf, submissionOf } from './checkoutForm';

function form(values: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, text] of Object.entries(values)) data.set(name, text);
  return data;
}

test('checkout: what is empty is left out, what is no number is refused and not guessed', () => {
  expect(selectionOf(form({ source: 'cart', coupon: ' SAVE ', referral: '', points: '' }))).toEqual(
    { source: 'cart', coupon: 'SAVE' },
  );
  expect(selectionOf(form({ source: 'cart', points: '1.5' })).points).toBe(-1);
  expect(
    selectionOf(form({ source: 'buyNow', goodsId: 'jp', simType: 'esim', quantity: 'x' })).item,
  ).toEqual({
    goodsId: 'jp',
    simType: 'esim',
    quantity: 0,
    compatibilityConfirmed: false,
  });
});

test('checkout: an order without anything to ship has no address', () => {
  const body = {
    source: 'cart',
    firstName: 'A',
    email: 'a@b.c',
    paymentMethod: 'card',
    expectedTotal: '1590',
  };
  expect(submissionOf(form(body))).not.toHaveProperty('address');
  expect(submissionOf(form(body))).toMatchObject({ expectedTotal: 1590, agree: false });
  expect(
    submissionOf(form({ ...body, agree: '1', 'address.fullName': 'A', 'address.country': 'JP' })),
  ).toMatchObject({
    agree: true,
    destination: 'JP',
    address: { fullName: 'A', country: 'JP' },
  });
});

test('checkout: the gateway’s field names find their fields', () => {
  expect(
    formFields(
      {
        'contact.email': 'a',
        'address.email': 'a',
        'address.phone': 'f',
        city: 'b',
        'address.zipCode': 'c',
        destination: 'd',
        'item.quantity': 'e',
      },
      new FormData(),
    ),
  ).toEqual({
    email: 'a',
    phone: 'f',
    'address.city': 'b',
    'address.zipCode': 'c',
    'address.country': 'd',
    quantity: 'e',
  });
});

test.each([
  ['email', 'buyer@example.com', 'receiver@example.com'],
  ['phone', '+852 5123 4567', '+81 90 1234 5678'],
] as const)(
  'checkout: an e-mail or a phone of the receiver is the address’s own, else the contact’s is lent: %s',
  (name, buyers, receivers) => {
    const form = new FormData();
    form.set(name, buyers);
    form.set('address.fullName', 'A');
    expect(submissionOf(form).address?.[name]).toBe(buyers);
    expect(formFields({ [`address.${name}`]: 'a' }, form)).toEqual({ [name]: 'a' });
    form.set(`address.${name}`, receivers);
    expect(submissionOf(form).address?.[name]).toBe(receivers);
    expect(formFields({ [`address.${name}`]: 'a' }, form)).toEqual({ [`address.${name}`]: 'a' });
  },
);
