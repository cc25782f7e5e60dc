import { register } from './customers';
import { test } from './network';
import { addToCart, gatewayOf, placeOrder } from './orders';
import { shiftsOf, watchShifts } from './shifts';
import { SCREENS, expect } from './shop';

// A slow network brings a page in pieces, and the browser paints each: what is there already must stay where it is.

const PAGES = [
  'travel-card/asia',
  'travel-card/asia/jp-3g-7',
  'cart',
  'order',
  'payment/ORDER',
  'my-order/ORDER',
  'my-account',
  'my-account/orders',
  'my-account/rewards',
  'my-account/sims-info',
];
const OF_GUESTS = ['', 'travel-card/asia/jp-3g-7', 'login', 'signup', 'my-order', 'faq'];

const CARD = { goodsId: 'jp-10g-15', simType: 'physical', quantity: 1 };

for (const screen of ['phone', 'desktop'] as const) {
  test.describe(() => {
    test.use(SCREENS[screen]);

    for (const path of OF_GUESTS) {
      test(`/${path} arrives in pieces and nothing moves: ${screen}`, async ({
        page,
        lang,
        network,
      }) => {
        network.pieces = 1500;
        await watchShifts(page);
        await page.goto(`/${lang}/${path}`);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        expect(await shiftsOf(page)).toEqual([]);
      });
    }

    for (const path of PAGES) {
      test(`a customer's /${path} arrives in pieces and nothing moves: ${screen}`, async ({
        page,
        lang,
        network,
      }) => {
        const gateway = gatewayOf({ page, lang });
        const email = await register(gateway);
        await addToCart({ page, lang });
        await gateway.post('/gw/mall/cart/add', CARD);
        const { orderNo } = await placeOrder(gateway, { email });
        network.pieces = 1500;
        await watchShifts(page);
        await page.goto(`/${lang}/${path.replace('ORDER', orderNo)}`);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        expect(await shiftsOf(page)).toEqual([]);
      });
    }
  });
}
