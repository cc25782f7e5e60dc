import type { PageDataByKind } from '../app/gw/page';
import type { WhichChoice, WhichPart } from '../app/gw/types';
import { plan, textOf } from './plans';
import { mainOf } from './shopPages';

type Data = PageDataByKind['which'];

const JAPAN = { code: 'JP', name: 'Japan' };
const KOREA = { code: 'KR', name: 'Korea' };
const FIJI = { code: 'FJ', name: 'Fiji' };
const trip = (places = [JAPAN], days = 7, perDayTenths = 3): WhichPart['stay'] => ({
  places,
  days,
  perDayTenths,
  needTenths: perDayTenths * days,
});

function part(goodsId: string, stay = trip(), more: Parameters<typeof plan>[2] = {}): WhichPart {
  return { goods: plan(goodsId, 1, more).goods, simTypes: ['esim'], stay, quantity: 1 };
}

const choice = (kind: WhichChoice['kind'], total: number, ...parts: WhichPart[]): WhichChoice => ({
  kind,
  parts,
  total,
  currency: 'USD',
});

const which = (data: Partial<Data>, lang = 'en', query = '') =>
  mainOf(
    'which',
    {
      popular: [JAPAN, KOREA],
      regions: [{ code: 'oceania', name: 'Oceania', destinations: [FIJI] }],
      habits: [
        { id: 'maps', tenths: 3 },
        { id: 'video', tenths: 10 },
      ],
      mostPlaces: 5,
      mostDays: 365,
      answers: { countries: [], days: '', habits: ['maps'] },
      errors: {},
      choices: [],
      ...data,
    },
    `/${lang}/travel-card/which${query}`,
  );

/** Names and values of the boxes that are ticked. */
const ticked = (html: string) =>
  [...html.matchAll(/<input[^>]*type="checkbox"[^>]*checked=""[^>]*>/g)].map(([box]) =>
    ['name', 'value'].map((key) => new RegExp(` ${key}="([^"]*)"`).exec(box)![1]).join('='),
  );

test('the form is a GET that says what it counts with, with the popular destinations first', async () => {
  const html = await which({});
  expect(html).toMatch(/<form[^>]*action="\/en\/travel-card\/which"[^>]*method="get"/);
  expect(ticked(html)).toEqual(['habits=maps']);
  expect(html).not.toContain('open=""');
  const text = textOf(html);
  expect(text).toContain('Japan Korea More destinations Oceania (1) Fiji');
  expect(text).toContain('Maps and chat Directions, messages, email: 0.3 GB a day');
  expect(textOf(await which({}, 'zh'))).toContain('看片或视频通话约一小时：每天 1 GB');
});

test('what is wrong is said beside its question and at the top, and every answer stays', async () => {
  const html = await which({
    answers: { countries: ['FJ'], days: '5000', habits: ['video'] },
    errors: { countries: 'too_many', days: 'out_of_range', habits: 'unknown' },
  });
  expect(ticked(html)).toEqual(['countries=FJ', 'habits=video']);
  expect(html).toContain('value="5000"');
  for (const [name, message] of Object.entries({
    countries: 'Choose up to 5 destinations.',
    days: 'Enter a whole number of days, from 1 to 365.',
    habits: 'One of the things in the link is not in our list.',
  })) {
    expect(html).toMatch(new RegExp(`<a href="#field-${name}"[^>]*>${message}`));
    expect(html).toContain(`id="field-${name}"`);
    const beside = html.slice(html.indexOf(`id="field-${name}-error"`));
    expect(textOf(beside.slice(beside.indexOf('>')))).toContain(message);
  }
});

test('a plan is recommended with its reason, its total and its data beside what is needed', async () => {
  const choices = [
    { ...choice('cheapest', 650, part('a', trip([JAPAN, KOREA]))), separate: 1100 },
    choice(
      'roomy',
      900,
      part('b', trip(), { data: { mb: 2048, per: 'day', unlimited: true, speedAfterKbps: 384 } }),
    ),
  ];
  const html = await which({ trip: trip(), choices });
  const text = textOf(html);
  expect(text).toContain('Japan: 7 days You need about 2.1 GB: 0.3 GB a day.');
  expect(text).toContain(
    'Cheapest that fits $6.50 Separate plans for each stay would cost $11.00.',
  );
  expect(text).toContain('3 GB for 7 days; you need about 2.1 GB.');
  expect(text).toContain('Room to spare $9.00 Much more data, for $2.50 more than the plan above.');
  expect(text).toContain('2 GB a day for 7 days; you need about 0.3 GB a day for 7 days.');
  expect(html).toContain('href="/en/travel-card/asia/a"');
  expect(html).toContain('href="/en/travel-card/compare?plans=a,b"');
});

test('plans for each stay, one plan instead, and the same plan twice say what that means', async () => {
  const choices = [
    choice('split', 1640, part('a', trip([JAPAN], 4)), part('b', trip([KOREA], 4))),
    choice('one', 1890, part('c')),
  ];
  const text = textOf(await which({ trip: trip([JAPAN, KOREA]), choices }));
  expect(text).toContain('A plan for each stay Total $16.40 Saves $2.50 against one plan');
  expect(text).toContain('3 GB for 7 days; Korea, about 4 days: you need 1.2 GB.');
  expect(text).toContain('Nothing to change on the way, for $2.50 more.');
  const alone = textOf(await which({ trip: trip(), choices: [choices[0]!] }));
  expect(alone).toContain('No single plan fits the whole trip. These do');
  const twice = choice('twice', 1300, { ...part('a'), quantity: 2 });
  const html = await which({ trip: trip(), choices: [twice] }, 'zh');
  expect(textOf(html)).toContain('同一款买两份 合计 $13.00');
  expect(textOf(html)).toContain('2 份 Plan a');
  expect(html).not.toContain('/compare');
});

test('where nothing fits the nearest plan is named with what it is short of', async () => {
  const nearest = {
    part: part('a', trip([JAPAN, FIJI], 30)),
    missing: [FIJI],
    days: true,
    data: true,
    hotspot: true,
  };
  const html = await which({ trip: trip([JAPAN, FIJI], 30), nearest });
  const text = textOf(html);
  expect(text).toContain('No plan fits this trip');
  expect(text).toContain(
    'Not covered: Fiji. It lasts 7 days, your trip 30 days. It has 3 GB, you need about 9 GB. It does not share that much over a hotspot.',
  );
  expect(html).toContain('href="/en/travel-card/listing?countries=JP,FJ"');
  expect(textOf(await which({ trip: trip() }, 'zh'))).toContain('没有合适的套餐');
});
