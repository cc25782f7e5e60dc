import type { Budget, MenuItem, Order } from '../gw/types';
import { badgeText } from '../boot/badge';
import { formFields, selectionOf, submissionOf } from './checkout/checkoutForm';
import { mustReuseKey, newKey } from './form/AttemptKey';
import { splitLinks } from './form/splitLinks';
import { menuTarget } from './frame/menuTarget';
import { filterCount, formSearch, listingSearch } from './listing/listingQuery';
import { amountRows } from './order/AmountList';
import { nextStepOf, isShortWait } from './order/NextStep';
import { currentStep } from './order/OrderStepper';
import { clockText } from './page/Countdown';
import { pageNumbers } from './page/Pagination';
import { svgData } from './page/svgData';
import { paymentView, stateView } from './payment/paymentView';
import { texts } from './testTexts';

const item = (change: Partial<MenuItem>): MenuItem => ({
  menuName: 'Contact',
  icon: '',
  redirectUrl: '/en/contact',
  redirectType: 0,
  version: 0,
  ...change,
});

test('menu: type 1 opens a new tab, version 1 carries the language id', () => {
  expect(menuTarget(item({}), 'en')).toEqual({ to: '/en/contact', newTab: false });
  expect(menuTarget(item({ redirectType: 1 }), 'en').newTab).toBe(true);
  expect(menuTarget(item({ redirectType: 2 }), 'en').newTab).toBe(false);
  expect(menuTarget(item({ version: 1 }), 'en').to).toBe('/en/contact?langId=2');
  expect(menuTarget(item({ version: 1, redirectUrl: 'https://x.test/a?b=1#c' }), 'zh').to).toBe(
    'https://x.test/a?b=1&langId=1#c',
  );
});

test('the badge is empty at 0 and capped at 99+', () => {
  expect([0, 1, 99, 100].map(badgeText)).toEqual(['', '1', '99', '99+']);
});

test('the stepper stands at the last step that happened', () => {
  const at = '2026-01-01T00:00:00Z';
  expect(currentStep([{ step: 'submit' }])).toBe(-1);
  expect(currentStep([{ step: 'submit', at }, { step: 'paid', at }, { step: 'reviewed' }])).toBe(1);
  expect(currentStep([{ step: 'submit', at }, { step: 'paid' }, { step: 'reviewed', at }])).toBe(2);
});

const amounts: Budget = {
  lines: [],
  subtotal: 3000,
  discounts: [
    { kind: 'promo', code: 'SAVE', amount: 300, applied: true },
    { kind: 'points', amount: 0, applied: false, reason: 'points_not_enough' },
  ],
  discountAmount: 300,
  shipping: 600,
  freightAmount: 600,
  tax: 50,
  numberSelectionFee: 100,
  prepaidAmount: 0,
  orderTotal: 8450,
  currency: 'USD',
  needsAddress: true,
};

test('the amounts by name add up to the total, deposit included', () => {
  const rows = amountRows(amounts, texts('en'));
  expect(rows.map((row) => row.key)).toEqual([
    'subtotal',
    'promo',
    'shipping',
    'tax',
    'number',
    'deposit',
  ]);
  expect(rows.reduce((sum, row) => sum + row.amount, 0)).toBe(amounts.orderTotal);
});

const order = (change: Partial<Order>): Order => ({
  orderNo: 'A',
  status: 'waiting_payment',
  orderTime: '',
  payBefore: '',
  items: [],
  amounts,
  paymentMethod: 'card',
  contact: { firstName: 'A', email: 'a@example.test' },
  stepper: [],
  cancellable: false,
  refunds: [],
  ...change,
});

test('the payment page shows one state, and never asks to pay twice', () => {
  expect(paymentView(order({}), undefined)).toBe('waiting');
  expect(paymentView(order({}), { status: 'failed' })).toBe('waiting');
  expect(paymentView(order({}), { status: 'succeeded' })).toBe('processing');
  expect(paymentView(order({}), { status: 'review' })).toBe('review');
  expect(paymentView(order({ status: 'processing' }), { status: 'succeeded' })).toBe('success');
  expect(paymentView(order({ status: 'cancelled', cancelReason: 'expired' }), undefined)).toBe(
    'expired',
  );
  expect(paymentView(order({ status: 'cancelled', cancelReason: 'customer' }), undefined)).toBe(
    'cancelled',
  );
  expect(paymentView(order({ status: 'cancelled', cancelReason: 'payment' }), undefined)).toBe(
    'returned',
  );
  for (const cancelReason of ['staff', 'some day' as never, undefined] as const)
    expect(paymentView(order({ status: 'cancelled', cancelReason }), undefined)).toBe('cancelled');
  expect(
    paymentView(order({ status: 'cancelled', lateRefund: true }), { status: 'late_paid' }),
  ).toBe('lateRefund');
  const state = { orderNo: 'A', payBefore: '' };
  const waits = { ...state, orderStatus: 'waiting_payment' } as const;
  expect(stateView({ ...waits, attemptStatus: 'processing' })).toBe('processing');
});

test('a payment that was given back is no success', () => {
  const paid = { status: 'succeeded' } as const;
  const back = (status: Order['status'], change: Partial<Order['refunds'][number]> = {}) =>
    paymentView(
      order({
        status,
        refunds: [{ amount: 1, state: 'pending_refund', reason: 'OTHERS', ...change }],
      }),
      paid,
    );
  expect(back('pending_refund', { review: true })).toBe('refundAsked');
  expect(back('pending_refund')).toBe('refund');
  expect(back('pending_refund', { reason: 'undelivered' })).toBe('undelivered');
  expect(back('partially_refunded', { state: 'refunded' })).toBe('partlyRefunded');
  expect(back('refunded', { state: 'refunded' })).toBe('refunded');
  expect(back('refunded', { state: 'refunded', reason: 'undelivered' })).toBe('undeliveredPaid');
  const free = { ...order({}).amounts, orderTotal: 0 };
  expect(paymentView(order({ status: 'refunded', amounts: free }), undefined)).toBe('endedFree');
  expect(paymentView(order({ status: 'completed', held: true }), paid)).toBe('review');
  // A tab that still waits for the payment learns that there is news.
  const state = { orderNo: 'A', payBefore: '', attemptStatus: 'succeeded' } as const;
  for (const orderStatus of ['pending_refund', 'partially_refunded', 'refunded'] as const)
    expect(['waiting', 'processing', 'success']).not.toContain(
      stateView({ ...state, orderStatus }),
    );
});

test('what to do next: pay, then install, then wait for the parcel', () => {
  const kit = { ready: true, state: 'released' } as never;
  const refundOffer = { open: false, lines: [], freight: 0, left: 0, reasons: [] };
  const next = (change: Partial<Order>, install: never[] = [], canPay = false) =>
    nextStepOf({ order: order(change), install, canPay, refundOffer });
  expect(next({}, [], true)).toBe('pay');
  expect(next({ status: 'processing' }, [{ ready: false, state: 'preparing' } as never])).toBe(
    'wait',
  );
  expect(next({ status: 'shipped', shippingInfo: {} as never }, [kit])).toBe('install');
  // A plan that is over is no "all done", until everything about it was erased.
  const over = [{ lineId: '1', simStates: ['active', 'deleted'] } as never];
  const dead = { lineId: '1', ready: true, state: 'deleted' };
  expect(next({ status: 'completed', items: over }, [dead as never])).toBe('ended');
  const inVain = [{ lineId: '1', simStates: ['expired'] } as never];
  const unused = { lineId: '1', ready: true, state: 'released' } as never;
  expect(next({ status: 'completed', items: inVain }, [unused])).toBe('ended');
  const waiting = [{ lineId: '1', simStates: ['deleted', 'ready_to_install'] } as never];
  expect(next({ status: 'completed', items: waiting }, [unused])).toBe('install');
  const erased = { ...dead, ready: false, erasedAt: '2026-03-05T06:00:00Z' };
  expect(next({ status: 'completed', items: over }, [erased as never])).toBe('done');
  expect(next({ status: 'processing', shippingInfo: {} as never })).toBe('pack');
  expect(next({ status: 'shipped', shippingInfo: {} as never })).toBe('ship');
  const sent = { trackingNumber: 'SF123' } as never;
  expect(next({ status: 'partially_refunded', shippingInfo: sent })).toBe('ship');
  expect(next({ status: 'cancelled' })).toBe('cancelled');
  expect(next({ status: 'cancelled', lateRefund: true })).toBe('lateRefund');
  expect(next({ status: 'cancelled', cancelReason: 'payment' })).toBe('returned');
  expect(next({ status: 'cancelled', cancelReason: 'expired' })).toBe('expired');
  expect(next({ status: 'cancelled', cancelReason: 'customer' })).toBe('cancelled');
  expect(next({ status: 'cancelled', cancelReason: 'staff' })).toBe('cancelled');
  expect(next({ held: true }, [], false)).toBe('review');
  expect(next({ status: 'processing', held: true })).toBe('review');
  const asked = {
    amount: 650,
    state: 'pending_refund',
    review: true,
    reason: 'NO_COVERAGE',
  } as const;
  expect(next({ status: 'pending_refund', refunds: [asked] }, [kit])).toBe('refundAsked');
  const going = { ...asked, review: false } as const;
  expect(next({ status: 'pending_refund', refunds: [going] }, [kit])).toBe('refund');
  expect(next({ status: 'refunded' }, [kit])).toBe('refunded');
  const free = { ...order({}).amounts, orderTotal: 0 };
  expect(next({ status: 'refunded', amounts: free })).toBe('endedFree');
  expect(next({ status: 'partially_refunded' }, [kit])).toBe('install');
  const late = { ...going, reason: 'undelivered' } as const;
  expect(next({ status: 'pending_refund', refunds: [late] })).toBe('undelivered');
  expect(next({ status: 'refunded', refunds: [late] })).toBe('undeliveredPaid');
});

test('the page of an order looks again for what it says will appear on it', () => {
  expect((['wait', 'adding', 'refund', 'undelivered'] as const).filter(isShortWait)).toHaveLength(
    4,
  );
  expect((['pay', 'pack', 'refundAsked', 'done'] as const).filter(isShortWait)).toEqual([]);
});

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

test('an order whose outcome is unknown keeps its key; one that was refused gets a new one', () => {
  expect(['unavailable', 'in_progress'].map(mustReuseKey)).toEqual([true, true]);
  expect(['price_changed', 'validation_failed', undefined].map(mustReuseKey)).toEqual([
    false,
    false,
    false,
  ]);
  expect(newKey()).not.toBe(newKey());
});

test('listing URLs leave out what is at its default, and a new filter starts at page 1', () => {
  const query = { countries: ['JP', 'KR'], simType: 'esim' as const, sort: 1, page: 3 };
  expect(listingSearch(query)).toMatchObject({
    countries: ['JP', 'KR'],
    simType: 'esim',
    sort: undefined,
    page: 3,
  });
  expect(listingSearch(query, { page: 1 }).page).toBeUndefined();
  expect(formSearch(form({ countries: 'JP', sort: '2' }))).toMatchObject({
    countries: ['JP'],
    sort: '2',
  });
  expect(formSearch(form({ countries: 'JP', sort: '2' }))).not.toHaveProperty('page');
});

test('a keyword and the destinations that it names narrow the list once', () => {
  const query = { countries: [], sort: 1, page: 1 };
  expect(filterCount(query)).toBe(0);
  expect(filterCount({ ...query, keyword: 'nowhere' })).toBe(1);
  expect(filterCount({ ...query, keyword: 'japan', countries: ['JP'] })).toBe(1);
  expect(filterCount({ ...query, countries: ['JP', 'KR'], days: 'lt7' })).toBe(3);
});

test('small things', () => {
  expect(pageNumbers(5, 9)).toEqual([1, 4, 5, 6, 9]);
  expect(pageNumbers(1, 1)).toEqual([1]);
  expect([clockText(0), clockText(599), clockText(86_399)]).toEqual(['00:00', '09:59', '23:59:59']);
  expect(splitLinks('Read <a>this</a>.')).toEqual([
    { text: 'Read ' },
    { text: 'this', link: 'a' },
    { text: '.' },
  ]);
  const drawing = '<svg fill="#000"><text>50% 图</text></svg>';
  const source = svgData(drawing);
  expect(decodeURIComponent(source.slice(source.indexOf(',') + 1))).toBe(drawing);
  expect(source).not.toMatch(/["#<>]|[^ -~]/);
});
