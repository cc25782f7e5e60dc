import type { PageDataByKind } from '../app/gw/page';
import { ORDER_PATH, orderDetail } from './orders';
import { mainOf } from './shopPages';

type Kit = PageDataByKind['install']['kits'][number];

function kit(unit: number, state = 'released'): Kit {
  return {
    install: {
      lineId: '1',
      unit,
      name: 'France',
      iccidLast4: String(1000 + unit),
      simId: `s${unit}`,
      lpa: `LPA:1$smdp.example$CODE${unit}`,
      smdp: 'smdp.example',
      matchingId: `CODE${unit}`,
      qrSvg: '<svg/>',
      iosUrl: '',
      androidUrl: '',
      apn: '',
      steps: { ios: [], android: [] },
      state: state as Kit['install']['state'],
      stateText: state === 'released' ? 'Ready to install' : state,
    },
    sheets: [],
  };
}

const installPage = (kits: Kit[], query = '', simId?: string) =>
  mainOf(
    'install',
    { orderNo: 'RC260305ABCD1234', support: [], device: 'any', kits, simId },
    `/en/${ORDER_PATH}/install${query}`,
  );

/** The names of the eSIMs that are folded, and of those that stand open. */
function folds(html: string) {
  const found = [
    ...html.matchAll(/<details class="group\/kit card[^>]*>.*?<h2[^>]*>(.*?)<\/h2>/gs),
  ];
  const named = (open: boolean) =>
    found.filter(([tag]) => /^<details[^>]* open/.test(tag) === open).map(([, name]) => name);
  return { open: named(true), closed: named(false) };
}

test('a few eSIMs stand one below the other', async () => {
  expect(folds(await installPage([1, 2, 3].map((unit) => kit(unit))))).toEqual({
    open: [],
    closed: [],
  });
});

test('of many eSIMs the next one that has not been installed stands open, the others are folded', async () => {
  const html = await installPage([kit(1, 'installed'), kit(2), kit(3), kit(4)]);
  expect(folds(html)).toEqual({
    open: ['France, eSIM 2'],
    closed: ['France, eSIM 1', 'France, eSIM 3', 'France, eSIM 4'],
  });
  for (const unit of [1, 2, 3, 4]) expect(html).toContain(`value="CODE${unit}"`);
});

test('of many eSIMs the one that is topped up stands open', async () => {
  const html = await installPage(
    [1, 2, 3, 4].map((unit) => kit(unit)),
    '?simId=s3',
    's3',
  );
  expect(folds(html).open).toEqual(['France, eSIM 3']);
});

test.each([
  ['en', '3 more'],
  ['zh', '展开其余 3 个'],
])(
  '%s: an order lists the first of its many eSIMs, and the others behind them',
  async (lang, more) => {
    const listed = async (count: number) => {
      const data = orderDetail();
      const [one] = data.install;
      const install = Array.from({ length: count }, (_, i) => ({ ...one!, unit: i + 1 }));
      const html = await mainOf('order_detail', { ...data, install }, `/${lang}/${ORDER_PATH}`);
      const part = html.slice(html.indexOf('aria-labelledby="install"'));
      const section = part.slice(0, part.indexOf('</section>'));
      const [shown = '', rest = ''] = section.split('<details');
      return { shown: shown.split('<li').length - 1, rest: rest.split('<li').length - 1, section };
    };
    expect(await listed(7)).toMatchObject({ shown: 7, rest: 0 });
    const many = await listed(8);
    expect(many).toMatchObject({ shown: 5, rest: 3 });
    expect((await listed(7)).section).not.toContain('<summary');
    expect(many.section).toContain(more);
  },
);
