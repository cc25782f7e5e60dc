import type { PageDataByKind } from '../app/gw/page';
import { contentOf, orderState } from '../app/components/order/orderState';
import { ORDER_PATH, orderDetail } from './orders';
import { mainOf } from './shopPages';

type Data = PageDataByKind['order_detail'];
type Item = Data['order']['items'][number];

const main = (data: Data, lang: string) => mainOf('order_detail', data, `/${lang}/${ORDER_PATH}`);

const STEPS = (['submit', 'paid', 'reviewed', 'shipped', 'completed'] as const).map((step) => ({
  step,
  at: '2026-03-05T06:00:00Z',
}));
const [ITEM] = orderDetail().order.items;
const item = (change: Partial<Item>): Item => ({ ...ITEM!, ...change });
const complete = (items: Item[], stateText: string) =>
  orderDetail(
    { status: 'completed', items, stepper: STEPS },
    { ready: true, state: 'enabled', stateText },
  );
/** An order of these lines as it stands in the list of orders. */
async function inTheList(lang: string, items: Item[]): Promise<string> {
  const { order } = orderDetail({ status: 'completed', items });
  const { orderTotal, currency } = order.amounts;
  const list = { items: [{ ...order, orderTotal, currency }], total: 1, page: 1, pageSize: 10 };
  const query = { tab: 'all' as const, period: 'all' as const, keyword: '', page: 1 };
  const html = await mainOf('account_orders', { query, list }, `/${lang}/my-account/orders`);
  return html.slice(html.indexOf('<article'));
}

const times = (html: string, word: string) => html.split(word).length - 1;

test.each([
  ['en', 'In use', 'Completed', 'eSIM issued', 'Shipped', 'Ready to install'],
  ['zh', '使用中', '已完成', 'eSIM 已发放', '已发货', '可安装'],
])(
  '%s: an order of an eSIM has one state, and its steps are named for an eSIM',
  async (lang, inUse, completed, issued, shipped, ready) => {
    const line = item({ state: 'handed_over', stateText: inUse, simStates: ['active'] });
    const html = await main(complete([line], inUse), lang);
    expect(times(html, inUse)).toBe(1);
    expect(html).toContain(issued);
    for (const word of [completed, shipped, ready]) expect(html).not.toContain(word);
  },
);

test.each([
  ['en', 'In use', 'Ready to install', 'eSIM issued', 'Completed'],
  ['zh', '使用中', '可安装', 'eSIM 已发放', '已完成'],
])(
  '%s: where eSIMs stand differently each says how, and the order that they were issued',
  async (lang, inUse, ready, issued, completed) => {
    const html = await main(
      complete(
        [
          item({ lineId: '1', stateText: inUse, simStates: ['active'] }),
          item({ lineId: '2', stateText: ready, simStates: ['ready_to_install'] }),
        ],
        inUse,
      ),
      lang,
    );
    // Of the order and as a step.
    expect(times(html, issued)).toBe(2);
    expect(html).toContain(inUse);
    expect(html).toContain(ready);
    expect(html).not.toContain(completed);
  },
);

test.each([
  ['en', 'Shipped', 'Completed', 'Delivered'],
  ['zh', '已发货', '已完成', '已签收'],
])(
  '%s: the steps of a card are those of a parcel, and once it has arrived its order says so',
  async (lang, shipped, completed, delivered) => {
    const line = item({ simType: 'physical', state: 'delivered', simStates: ['shipped'] });
    const html = await main({ ...complete([line], ''), install: [] }, lang);
    for (const word of [shipped, completed, delivered]) expect(times(html, word)).toBe(1);
  },
);

test.each([
  ['en', 'eSIM issued', 'Shipped', 'Added to your SIM'],
  ['zh', 'eSIM 已发放', '已发货', '已充值到 SIM 卡'],
])(
  '%s: the steps of an order that was refunded in part are named for what is left',
  async (lang, issued, shipped, added) => {
    const esim = item({ lineId: '1', state: 'handed_over', stateText: '-', simStates: ['active'] });
    const card = item({ lineId: '2', simType: 'physical', state: 'refunded' });
    const topUp = item({ lineId: '3', topUp: true, state: 'topped_up' });
    const page = async (items: Item[], status: 'partially_refunded' | 'refunded') =>
      main({ ...orderDetail({ status, items, stepper: STEPS }), install: [] }, lang);
    const left = await page([esim, card], 'partially_refunded');
    expect(left).toContain(issued);
    expect(left).not.toContain(shipped);
    const more = await page([{ ...esim, state: 'refunded' }, card, topUp], 'partially_refunded');
    expect(times(more, `<b>${added}</b>`)).toBe(1);
    expect(more).not.toContain(shipped);
    // Of one that was refunded whole all that was bought.
    const none = await page([{ ...esim, state: 'refunded' }, card], 'refunded');
    expect(none).toContain(shipped);
  },
);

test.each([
  ['en', 'We are adding the plan to your SIM', 'Your top-up is on the SIM'],
  ['zh', '正在为您的 SIM 卡充值', '充值已到账'],
])(
  '%s: a top-up that is left of an order is on the SIM when it is there, and no earlier',
  async (lang, adding, there) => {
    const gone = item({ lineId: '1', topUp: true, state: 'refunded', simPath: '/gone' });
    const topUp = item({ lineId: '2', topUp: true, simPath: '/left' });
    const page = async (state: Item['state']) => {
      const items = [gone, { ...topUp, state }];
      return main({ ...orderDetail({ status: 'partially_refunded', items }), install: [] }, lang);
    };
    for (const state of ['preparing', 'delayed'] as const)
      expect(await page(state)).toContain(adding);
    const done = await page('topped_up');
    expect(done).toContain(there);
    expect(done).toContain(`href="/${lang}/left"`);
  },
);

test.each([
  ['en', 'Added to your SIM', 'See the SIM', 'Your top-up is on the SIM'],
  ['zh', '已充值到 SIM 卡', '查看 SIM 卡', '充值已到账'],
])(
  '%s: the order of a top-up says when it starts, and leads to the SIM',
  async (lang, added, action, title) => {
    const starts = 'Starts when your data runs out, at the latest on 30 Nov 2026, 14:00 (UTC+8).';
    const simPath = `/${lang}/my-account/sims-info?simId=s1`;
    const line = item({ topUp: true, state: 'topped_up', stateText: starts, simPath });
    const html = await main({ ...complete([line], ''), install: [] }, lang);
    expect(times(html, starts)).toBe(1);
    expect(html).toContain(title);
    expect(html).toContain(added);
    expect(html).toMatch(new RegExp(`href="${simPath.replace('?', '\\?')}"[^>]*>${action}<`));
    expect(html).not.toMatch(/Shipped|已发货|Completed|已完成|All done|全部完成/);
  },
);

test.each([
  ['en', 'Your SIM card has arrived', 'How to set it up'],
  ['zh', 'SIM 卡已送达', '查看安装步骤'],
])(
  '%s: an order of a card that has arrived leads to what is done with it',
  async (lang, title, action) => {
    const card = item({ simType: 'physical', state: 'delivered', simStates: ['shipped'] });
    const { order } = orderDetail();
    const html = await main(
      {
        ...complete([card], ''),
        order: { ...order, status: 'completed', items: [card], stepper: STEPS },
        install: [],
      },
      lang,
    );
    expect(html).toContain(title);
    expect(html).toMatch(new RegExp(`href="/${lang}/services/activation"[^>]*>${action}<`));
    expect(html).not.toMatch(/Nothing more to do|无需其他操作/);
  },
);

test.each([
  ['en', 'In use', 'Ready to install', 'eSIM issued', 'Added to your SIM', 'Delivered'],
  ['zh', '使用中', '可安装', 'eSIM 已发放', '已添加到 SIM 卡', '已签收'],
])(
  '%s: the list of orders says how an order stands as its own page does',
  async (lang, inUse, ready, issued, added, delivered) => {
    const used = item({ lineId: '1', stateText: inUse, simStates: ['active'] });
    const waits = item({ lineId: '2', stateText: ready, simStates: ['ready_to_install'] });
    const one = await inTheList(lang, [used]);
    expect(times(one, inUse)).toBe(1);
    const two = await inTheList(lang, [used, waits]);
    for (const word of [inUse, ready, issued]) expect(times(two, word)).toBe(1);
    const more = await inTheList(lang, [item({ topUp: true, state: 'topped_up' })]);
    expect(times(more, added)).toBe(1);
    const card = item({ simType: 'physical', state: 'delivered', simStates: ['shipped'] });
    const sent = await inTheList(lang, [card]);
    expect(times(sent, delivered)).toBe(1);
    const both = await inTheList(lang, [used, { ...card, lineId: '2' }]);
    for (const word of [inUse, delivered]) expect(both).toContain(word);
    for (const html of [one, two, more]) expect(html).not.toContain(delivered);
    for (const html of [one, two, more, sent, both])
      expect(html).not.toMatch(/Completed|已完成|Shipped|已发货/);
  },
);

test.each([
  ['en', 'Your eSIM is ready', 'Contact', 'Receipt', 'Download the receipt'],
  ['zh', '您的 eSIM 已就绪', '联系方式', '收据', '下载收据'],
])(
  '%s: what to do comes first on an order, the receipt last',
  async (lang, todo, contact, receipt, download) => {
    const line = item({ stateText: 'Ready', simStates: ['ready_to_install'] });
    const data = orderDetail(
      { status: 'completed', items: [line], stepper: STEPS },
      { ready: true, state: 'released' },
    );
    const html = await main(data, lang);
    expect(times(html, 'aria-labelledby="ordered"')).toBe(1);
    const at = [todo, `>${contact}</h2>`, `>${receipt}</h2>`, download].map((word) =>
      html.indexOf(word),
    );
    expect(at).not.toContain(-1);
    expect(at).toEqual([...at].sort((a, b) => a - b));
  },
);

test('what was refunded says nothing of how the rest stands', () => {
  const card = item({ simType: 'physical', state: 'refunded' });
  const esim = item({ state: 'handed_over', stateText: 'In use' });
  expect(contentOf([card, esim])).toBe('esim');
  expect(contentOf([card])).toBe('card');
  const t = ((key: string) => key) as never;
  expect(orderState({ status: 'completed', items: [card, esim] }, t)).toBe('In use');
});
