import type { PageDataByKind } from '../app/gw/page';
import type { GoodsFacts } from '../app/gw/types';
import { checkout } from './checkout';
import { ORDER_PATH, orderDetail } from './orders';
import { mainOf } from './shopPages';

const NOTE = 'Have ready: passport (Thailand).';
const line = {
  goodsId: 'th-15g-8v',
  name: 'Thailand',
  simType: 'esim' as const,
  quantity: 1,
  unitPrice: 790,
  lineTotal: 790,
  discount: 0,
  available: true,
  registration: NOTE,
};

const none = { used: 0, remaining: 0, total: 0, unlimited: false, deadline: null, asOf: '' };
const usage = { data: none, voice: none, sms: none };

function sims(canSubmit: boolean): PageDataByKind['order_sims'] {
  const sim = {
    simId: 's1',
    iccidLast4: '1234',
    simType: 'esim' as const,
    state: 'real_name_needed' as const,
    stateText: 'Action needed',
    validUntil: null,
    realName: 'not_verified' as const,
    realNameText: 'Not Verified',
    realNameNeeded: true,
    usage,
    name: 'Thailand',
  };
  const regime = {
    regime: 'TH',
    name: 'Thailand',
    documents: [{ type: 'passport' as const, name: 'Passport' }],
    minAge: 0,
    when: 'before_activation' as const,
    who: 'operator' as const,
    needsLocalName: false,
    text: 'The law.',
  };
  return {
    orderNo: 'RC260305ABCD1234',
    items: [sim],
    selected: {
      ...sim,
      plans: [{ planId: '1', name: 'Thailand', state: 'queued', stateText: 'Waits', usage }],
      installable: true,
      linked: false,
      realNameDesk: { state: 'not_verified', stateText: '', canSubmit, regimes: [regime] },
    },
    topUps: { state: 'ok', items: [], text: 'Nothing.' },
  };
}

const order = (page: string) =>
  ['real-name', 'sim', 'plans', 'top-up']
    .map((id) => ({ id, at: page.indexOf(`aria-labelledby="${id}`) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
    .map(({ id }) => id);

test('the form that a plan waits for is the first on its page, and the last once it is sent', async () => {
  const path = `/en/${ORDER_PATH}/sims`;
  const open = order(await mainOf('order_sims', sims(true), path));
  expect(open).toEqual(['real-name', 'sim', 'plans', 'top-up']);
  const sent = order(await mainOf('order_sims', sims(false), path));
  expect(sent).toEqual(['sim', 'plans', 'top-up', 'real-name']);
});

test('the cart says what a registration needs', async () => {
  const item = {
    ...line,
    itemId: '1',
    selected: true,
    maxQuantity: 5,
    compatibilityConfirmed: true,
  };
  const cart = { items: [item], count: 1, subtotal: 790, currency: 'USD', selectedCount: 1 };
  const page = await mainOf('cart', { cart: { ...cart, allSelected: true } }, '/en/cart');
  expect(page).toContain(NOTE);
});

test('the checkout says what a registration needs', async () => {
  const data = {
    ...checkout,
    budget: { ...orderDetail().order.amounts, lines: [line] },
    contact: { firstName: '', email: '' },
  };
  expect(await mainOf('order', data, '/en/order')).toContain(NOTE);
});

test('the plan facts say what a registration needs', async () => {
  const data = { mb: 15360, per: 'total' as const, unlimited: false, speedAfterKbps: 0 };
  const voice = { minutes: 0, unlimited: false };
  const facts = {
    fullSpeedMb: 15360,
    allowancePeriod: 'total',
    speedAfterKbps: 0,
    unlimited: false,
    days: 8,
    dayRule: 'rolling_24h',
    dayZone: 'UTC',
    activation: 'first_network',
    useWithinDays: 180,
    voiceMinutes: 0,
    voiceUnlimited: false,
    hotspot: 'yes',
    networkType: '5G',
    realName: ['TH'],
    contractPeriod: '',
    deposit: 0,
    currency: 'USD',
    refundPolicy: 'unused_30_days',
    localNumber: false,
    transferNumber: false,
  } as unknown as GoodsFacts;
  const goods = {
    goodsId: 'th-15g-8v',
    group: 'asia',
    name: 'Thailand',
    simTypes: ['esim'],
    price: 790,
    currency: 'USD',
    data,
    days: 8,
    voice,
    networkType: '5G',
    destinations: [],
    realName: ['TH'],
    activation: 'first_network',
    badges: [],
  } as unknown as PageDataByKind['detail']['goods'];
  const detail: PageDataByKind['detail'] = {
    goods,
    groupName: 'Asia',
    options: [],
    coverage: [],
    related: [],
    description: '',
    facts,
    registration: NOTE,
  };
  const page = await mainOf('detail', detail, '/en/travel-card/asia/th-15g-8v');
  expect(page).toContain(NOTE);
});
