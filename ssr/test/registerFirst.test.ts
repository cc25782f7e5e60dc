import type { PageDataByKind } from '../app/gw/page';
import type { OrderSummary, ToRegister } from '../app/gw/types';
import { ORDER_PATH, orderDetail } from './orders';
import { mainOf } from './shopPages';

function order(registration: ToRegister): PageDataByKind['order_detail'] {
  const stateText = 'Action needed';
  const kit = { ready: true, state: 'released' as const, stateText, needsAction: true };
  const [item] = orderDetail().order.items;
  const items = [{ ...item!, state: 'needs_action' as const, stateText }];
  return orderDetail({ status: 'completed', items, registration }, kit);
}

test.each([
  ['en', 'not_verified', 'Register your SIM first'],
  ['en', 'rejected', 'The registration was not accepted'],
  ['zh', 'not_verified', '请先完成实名登记'],
  ['zh', 'rejected', '实名登记未通过'],
] as const)(
  '%s, %s: an order says what comes first, and leads to the form',
  async (lang, state, title) => {
    const path = `/${lang}/${ORDER_PATH}`;
    const page = await mainOf('order_detail', order({ state, simId: 'sim1' }), path);
    expect(page).toContain(title);
    expect(page).toContain(`href="/${lang}/${ORDER_PATH}/sims?simId=sim1#real-name"`);
    // It is said once, and neither the box nor the list calls it ready.
    expect(page.split('Action needed')).toHaveLength(2);
    expect(page).not.toMatch(/Your eSIM is ready|eSIM 已就绪|Ready to install|可安装/);
  },
);

test.each([
  ['en', 'Register your SIM first'],
  ['zh', '请先完成实名登记'],
])('%s: the list of orders and the install page say so too', async (lang, title) => {
  const registration: ToRegister = { state: 'not_verified', simId: 'sim1' };
  const install = {
    orderNo: 'RC260305ABCD1234',
    support: [],
    device: 'any' as const,
    kits: [],
    nothing: { text: 'Your eSIM is being prepared.', coming: true },
    registration,
  };
  expect(await mainOf('install', install, `/${lang}/${ORDER_PATH}/install`)).toContain(title);
  const listed: OrderSummary = {
    orderNo: 'RC260305ABCD1234',
    status: 'completed',
    orderTime: '2026-03-05T06:00:00Z',
    payBefore: '2026-03-06T06:00:00Z',
    items: [],
    orderTotal: 1150,
    currency: 'USD',
    paymentMethod: 'card',
    cancellable: false,
    registration,
  };
  const query = { tab: 'all' as const, period: 'all' as const, keyword: '', page: 1 };
  const list = { items: [listed], total: 1, page: 1, pageSize: 10 };
  const html = await mainOf('account_orders', { query, list }, `/${lang}/my-account/orders`);
  expect(html).toContain(title);
});
