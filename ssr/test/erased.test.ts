import type { PageDataByKind } from '../app/gw/page';
import { ORDER_PATH, orderDetail } from './orders';
import { mainOf } from './shopPages';

const AT = '2026-04-20T10:00:00Z';

const install = (stateText: string): PageDataByKind['install'] => ({
  orderNo: 'RC260305ABCD1234',
  support: [],
  device: 'any',
  kits: [
    {
      install: {
        lineId: '1',
        unit: 1,
        name: 'France',
        iccidLast4: '1234',
        simId: 's1',
        lpa: '',
        smdp: '',
        matchingId: '',
        qrSvg: '',
        iosUrl: '',
        androidUrl: '',
        apn: '',
        steps: { ios: [], android: [] },
        state: 'enabled',
        stateText,
        erasedAt: AT,
      },
      sheets: [],
    },
  ],
});

const none = { used: 0, remaining: 0, total: 0, unlimited: false, deadline: null, asOf: AT };
const usage = { data: none, voice: none, sms: none };

function sims(title: string): PageDataByKind['account_sims'] {
  const sim = {
    simId: 's1',
    iccidLast4: '1234',
    simType: 'esim' as const,
    state: 'expired' as const,
    stateText: 'expired',
    validUntil: '2026-03-20T10:00:00Z',
    realName: 'not_verified' as const,
    realNameText: '',
    realNameNeeded: false,
    usage,
    hint: { code: 'erased' as const, title, text: `${title}.`, topUp: false },
    name: 'France',
    orderNo: 'RC260305ABCD1234',
    erasedAt: AT,
  };
  return {
    items: [sim],
    selected: {
      ...sim,
      plans: [],
      installable: false,
      linked: false,
      realNameDesk: { state: 'not_verified', stateText: '', canSubmit: false, regimes: [] },
    },
    topUps: { state: 'not_allowed', items: [], text: `${title}!` },
  };
}

test.each([
  ['en', 'erased on 20 Apr 2026', 'Plan ended, install code erased', 'In use', 'being prepared'],
  ['zh', '安装码已于 2026年4月20日删除', '套餐已结束，安装码已删除', '使用中', '正在准备'],
])(
  '%s: the install page and the order say that the install code was erased, and show no code',
  async (lang, sentence, state, inUse, waiting) => {
    const page = await mainOf('install', install(state), `/${lang}/${ORDER_PATH}/install`);
    expect(page).toContain(sentence);
    expect(page).toContain(state);
    expect(page).not.toMatch(/<img|<article aria-hidden|<form|data:image/);
    const order = await mainOf(
      'order_detail',
      orderDetail(
        { status: 'completed' },
        { state: 'enabled', stateText: state, iccidLast4: '1234', erasedAt: AT },
      ),
      `/${lang}/${ORDER_PATH}`,
    );
    expect(order).toContain(state);
    for (const text of [inUse, waiting]) expect(page + order).not.toContain(text);
  },
);

test.each([
  ['en', 'The plan has ended', 'Set automatically', 'Install page'],
  ['zh', '套餐已结束', '自动设置', '安装页面'],
])(
  '%s: the page of a SIM says so, and leads nowhere that has nothing',
  async (lang, title, apn, installPage) => {
    const page = await mainOf(
      'account_sims',
      sims(title),
      `/${lang}/my-account/sims-info?simId=s1`,
    );
    expect(page).toContain(`${title}.`);
    expect(page).toContain(`${title}!`);
    for (const text of [apn, installPage, '/install']) expect(page).not.toContain(text);
  },
);

test('only an eSIM that is still to be installed has the install page as what to do next', async () => {
  const linkIn = async (state: 'ready_to_install' | 'in_use') => {
    const data = sims('');
    Object.assign(data.selected!, { state, installable: true, erasedAt: undefined });
    const page = await mainOf('account_sims', data, '/en/my-account/sims-info?simId=s1');
    return /<a [^>]*\/install"[^>]*>/.exec(page)![0];
  };
  expect(await linkIn('ready_to_install')).toContain('btn-primary');
  expect(await linkIn('in_use')).toContain('btn-secondary');
});
