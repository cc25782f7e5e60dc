import type { PageDataByKind } from '../app/gw/page';
import type { TimelineStep } from '../app/gw/types';
import { ORDER_PATH, orderDetail } from './orders';
import { mainOf } from './shopPages';

type Install = PageDataByKind['install'];
type Device = Install['device'];

const step = (name: TimelineStep['step'], state: TimelineStep['state'], more = {}) =>
  ({ step: name, state, title: `Step ${name}`, mark: `Mark ${state}`, ...more }) as TimelineStep;
const link = { path: `/en/${ORDER_PATH}/install`, text: 'Install now' };
const timeline = [
  step('install', 'now', { link }),
  step('land', 'later', { text: 'Roaming.' }),
  step('use', 'later'),
  step('top_up', 'later'),
];

/** The install page as the gateway answers a device: what is for another one is not in it. */
function installPage(device: Device, steps: readonly TimelineStep[] = timeline): Install {
  const both = device === 'any';
  return {
    orderNo: 'RC260305ABCD1234',
    device,
    support: [],
    kits: [
      {
        sheets: [],
        install: {
          lineId: '1',
          unit: 1,
          name: 'France',
          simId: 's1',
          lpa: 'LPA:1$smdp.example$CODE',
          smdp: 'smdp.example',
          matchingId: 'CODE',
          qrSvg: '<svg/>',
          iosUrl: both || device === 'iphone' ? 'https://ios.test' : '',
          androidUrl: both || device === 'android' ? 'https://play.test' : '',
          apn: '',
          steps: {
            ios: both || device === 'iphone' ? ['Tap.'] : [],
            android: both || device === 'android' ? ['Press.'] : [],
          },
          state: 'released',
          stateText: 'Ready to install',
          timeline: [...steps],
        },
      },
    ],
  };
}

const shown = async (device: Device, lang: string, steps?: readonly TimelineStep[]) => {
  const path = `/${lang}/${ORDER_PATH}/install`;
  const html = await mainOf('install', installPage(device, steps), path);
  // Sheets of paper are for every phone.
  return html.replace(/<article aria-hidden.*?<\/article>/gs, '');
};

test.each([
  ['iphone', 'en', /iPhone/, /Android|安卓|Chrome/, 'Other device'],
  ['iphone', 'zh', /iPhone/, /Android|安卓|Chrome/, '其他设备'],
  ['android', 'en', /Android/, /iPhone|iOS|Safari/, 'Other device'],
  ['android', 'zh', /安卓/, /iPhone|iOS|Safari/, '其他设备'],
] as const)(
  '%s, %s: a phone is told how it installs itself, and where the others are',
  async (device, lang, own, others, other) => {
    const html = await shown(device, lang);
    expect(html).toMatch(own);
    expect(html).not.toMatch(others);
    expect(html).toContain(`href="/${lang}/${ORDER_PATH}/install?device=any"`);
    // Its own link first, its steps open, the code folded.
    const at = ['btn w-full btn-primary', 'open=""', other, '<img'].map((part) =>
      html.indexOf(part),
    );
    expect(at).not.toContain(-1);
    expect(at).toEqual([...at].sort((a, b) => a - b));
  },
);

test.each([
  ['en', 'Three steps on the phone', 'Steps for iPhone', 'Steps for Android'],
  ['zh', '在手机上，三步装好', 'iPhone 安装步骤', '安卓安装步骤'],
])(
  '%s: on a computer the code comes first, beside three steps, then both platforms, folded',
  async (lang, how, ios, android) => {
    const html = await shown('any', lang);
    const at = ['width="384"', how, ios, android, 'value="smdp.example"'].map((part) =>
      html.indexOf(part),
    );
    expect(at).not.toContain(-1);
    expect(at).toEqual([...at].sort((a, b) => a - b));
    expect(html).not.toContain(
      '<details class="group border border-line px-4 rounded-control" open',
    );
    expect(html).not.toContain('?device=any');
  },
);

test('the steps of an eSIM follow the code until it is installed, then they come first and the code is folded', async () => {
  const waits = await shown('any', 'en');
  expect(waits.indexOf('Step install')).toBeGreaterThan(waits.indexOf('<img'));
  expect(waits).toContain('More data for this eSIM');
  const used = await shown('any', 'en', [step('install', 'done'), ...timeline.slice(1)]);
  const at = ['Step install', '<details', 'Install code and steps', '<img'].map((part) =>
    used.indexOf(part),
  );
  expect(at).toEqual([...at].sort((a, b) => a - b));
  expect(at).not.toContain(-1);
  // The step of topping up leads there.
  expect(used).not.toContain('More data for this eSIM');
});

test.each([
  ['en', 'Your eSIM is ready'],
  ['zh', '您的 eSIM 已就绪'],
])(
  '%s: an order whose eSIM is ready has one way to install it, among its steps',
  async (lang, title) => {
    const [item] = orderDetail().order.items;
    const ready = orderDetail(
      {
        status: 'completed',
        items: [{ ...item!, stateText: 'Ready', simStates: ['ready_to_install'] }],
      },
      { ready: true, state: 'released', stateText: 'Ready', timeline },
    );
    const html = await mainOf('order_detail', ready, `/${lang}/${ORDER_PATH}`);
    expect(html.split(title)).toHaveLength(2);
    expect(html.split('btn-primary')).toHaveLength(2);
    for (const { title: name, mark } of timeline) {
      expect(html).toContain(`<b>${name}</b><small>${mark}</small>`);
    }
    expect(html.indexOf(title)).toBeLessThan(html.indexOf('Step install'));
  },
);

test('of several eSIMs the next one to install stands open', async () => {
  const one = orderDetail({}, { ready: true, state: 'enabled', timeline }).install[0]!;
  const install = [one, { ...one, unit: 2, state: 'released', name: 'Spain' }];
  const html = await mainOf(
    'order_detail',
    { ...orderDetail({ status: 'completed' }), install },
    `/en/${ORDER_PATH}`,
  );
  const open = [...html.matchAll(/<details[^>]*open=""[^>]*><summary[^>]*>([^<]*)/g)];
  expect(open.map(([, head]) => head)).toEqual([expect.stringContaining('Spain')]);
  expect(html.split('Step land')).toHaveLength(3);
});

test.each(['active', 'used_up'])(
  'what the steps say is not said again above them: %s',
  async (state) => {
    const [item] = orderDetail().order.items;
    const over = orderDetail(
      { status: 'completed', items: [{ ...item!, stateText: 'So', simStates: [state] }] },
      { ready: true, state: 'enabled', stateText: 'So', timeline },
    );
    const html = await mainOf('order_detail', over, `/en/${ORDER_PATH}`);
    expect(html).not.toMatch(/All done|A plan in this order has ended/);
    expect(html.match(/\bSo\b/g)).toHaveLength(1);
  },
);

test.each([
  ['en', 'Payment successful', 'Go to your order'],
  ['zh', '付款成功', '前往订单'],
])('%s: after a payment the way leads to what can be done now', async (lang, success, toOrder) => {
  const { order } = orderDetail();
  const after = { text: 'It is ready.', link: { ...link, path: `/${lang}/x` }, waiting: false };
  const page = (more: Partial<PageDataByKind['payment']>) =>
    mainOf(
      'payment',
      {
        order,
        methods: ['card'],
        otherMethods: true,
        pk: '',
        stripeJs: '',
        hosted: true,
        confirming: false,
        ...more,
      },
      `/${lang}/payment/RC260305ABCD1234`,
    );
  const ready = await page({ after });
  const at = [success, 'It is ready.', 'Install now', toOrder].map((part) => ready.indexOf(part));
  expect(at).not.toContain(-1);
  expect(at).toEqual([...at].sort((a, b) => a - b));
  expect(ready.split('btn-primary')).toHaveLength(2);
  expect(ready).not.toContain('http-equiv="refresh"');
  // Without scripts the page looks again by itself while more is to come.
  const waiting = await page({ after: { text: 'Soon.', waiting: true } });
  expect(waiting).toContain('Soon.');
  expect(waiting).toMatch(/http-?equiv="refresh"/i);
  // An order that is not paid has nothing after it.
  const unpaid = await page({ after, order: { ...order, status: 'waiting_payment' } });
  expect(unpaid).not.toContain('It is ready.');
});
