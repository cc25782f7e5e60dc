import type { Order } from '../../gw/types';
import { order } from '../testOrder';
import { isShortWait, nextStepOf } from './NextStep';

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
  // A card that has arrived has to be put into a phone, unless it is in one.
  const card = (state: 'shipped' | 'active') =>
    ({ simType: 'physical', simStates: [state] }) as never;
  const came = { status: 'completed', shippingInfo: {} as never } as const;
  expect(next({ ...came, items: [card('shipped')] })).toBe('arrived');
  expect(next({ ...came, items: [card('active')] })).toBe('done');
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
