import type { PageDataByKind } from '../app/gw/page';
import type { Budget } from '../app/gw/types';

/** What one eSIM costs a guest. */
export const budget: Budget = {
  lines: [
    {
      goodsId: 'jp-3g-7',
      name: 'Japan 3GB 7 days',
      simType: 'esim',
      quantity: 1,
      unitPrice: 650,
      lineTotal: 650,
      discount: 0,
      available: true,
    },
  ],
  subtotal: 650,
  discounts: [],
  discountAmount: 0,
  shipping: 0,
  freightAmount: 0,
  tax: 0,
  numberSelectionFee: 0,
  prepaidAmount: 0,
  orderTotal: 650,
  currency: 'USD',
  needsAddress: false,
};

/** The checkout of a guest with that eSIM in the cart. */
export const checkout: PageDataByKind['order'] = {
  source: { kind: 'cart' },
  budget,
  addresses: [],
  countries: [],
  shippingMethods: [],
  paymentMethods: ['card'],
  needsAddress: false,
  isPlansOrder: false,
};

/** The checkout form as a guest fills it in. */
export const typed = {
  source: 'cart',
  fullName: 'Ada Lovelace',
  email: 'ada@example.test',
  paymentMethod: 'card',
  agree: '1',
  expectedTotal: '650',
};
