import { openShop } from '../../test/shopPages';
import type { Device } from '../gw/types';
import { lines, twin } from './testTwin';

const text = {
  title: 'Refunds',
  html: '',
  markdown: '## When\n\nSee [us](https://shop.test/en/contact).',
  updatedAt: '2026-03-05T20:30:00Z',
  seoTitle: '',
  seoDescription: '',
};
const question = (category: string, name: string, answerMarkdown: string) => ({
  category,
  question: name,
  answerHtml: '',
  answerMarkdown,
});

test.each(['service', 'terms'] as const)('%s: date, text, siblings, help', (kind) => {
  const siblings = [{ name: 'delivery', title: 'Delivery', href: '/en/services/delivery' }];
  const more = { service: 'More about our service', terms: 'More legal texts' }[kind];
  const crumb = { service: 'Service', terms: 'Legal' }[kind];
  expect(lines(twin(kind, { ...text, siblings }))).toEqual([
    '# Refunds',
    'Last updated on 6 Mar 2026',
    '## When',
    'See [us](https://shop.test/en/contact).',
    `## ${more}`,
    '- [Delivery](https://shop.test/en/services/delivery)',
    '## Still have a question?',
    'Write to us with your order number, if you have one.',
    '- [Contact us](https://shop.test/en/contact)',
    '- [Read the FAQ](https://shop.test/en/faq)',
    `[Home](https://shop.test/en/home) / ${crumb} / Refunds`,
  ]);
  const chinese = twin(kind, { ...text, title: '退款', markdown: '尽快。' }, 'zh');
  expect(chinese).toMatch(/^# 退款\n\n更新于 2026年3月6日\n\n尽快。\n\n## 还有疑问？\n/);
});

test('why_us: the reasons and the way on', () => {
  expect(
    lines(
      twin('why_us', { ...text, title: '为什么选择我们', markdown: '## 快\n\n几分钟。' }, 'zh'),
    ),
  ).toEqual([
    '# 为什么选择我们',
    '出行前、旅途中、回程后，我们为您做什么。',
    '## 快',
    '几分钟。',
    '## 准备好下一次旅行了吗？',
    '- [查看全部套餐](https://shop.test/zh/travel-card/listing)',
    '- [我的手机支持 eSIM 吗？](https://shop.test/zh/esim)',
    '[首页](https://shop.test/zh/home) / 为什么选择我们',
  ]);
  expect(twin('why_us', text)).toContain('## Ready for your next trip?');
});

test('faq: questions under their categories, or what a search found', () => {
  const items = [
    question('Devices', 'Is it <locked>?', 'Dial `*#06#`.'),
    question('Refunds', 'Money back?', 'Yes.'),
  ];
  expect(lines(twin('faq', { items })).slice(0, 8)).toEqual([
    '# Frequently asked questions',
    'Short answers about choosing, installing, paying and refunds.',
    '## Devices',
    '### Is it \\<locked>?',
    'Dial `*#06#`.',
    '## Refunds',
    '### Money back?',
    'Yes.',
  ]);
  const none = twin('faq', { items: [], keyword: '热点' }, 'zh');
  expect(none).toContain('[显示全部问题](https://shop.test/zh/faq)');
  expect(none).toContain('## 没有找到解答\n\n');
});

test('contact: hotline, mail, WeChat, who sells', () => {
  expect(lines(twin('contact', {})).slice(0, 9)).toEqual([
    '# Contact us',
    'Tell us what happened. With your order number we can help at once.',
    '## Other ways to reach us',
    '- **Hotline**: [2345 6789](tel:23456789) · Every day, 09:00–18:00 (UTC+8)',
    '- **Email**: [help@example.test](mailto:help@example.test) · We usually reply within one working day',
    '### WeChat',
    'Scan it.',
    '![WeChat QR code](https://shop.test/pc-static/wechat.svg)',
    '## Who you buy from',
  ]);
  expect(twin('contact', {}, 'zh')).toContain('- **服务热线**：[2345 6789](tel:23456789)');
});

const device = (brand: string, model: string, more: Partial<Device> = {}): Device => ({
  brand,
  brandName: brand,
  model,
  platform: brand === 'Apple' ? 'ios' : 'android',
  esim: true,
  activeEsims: 2,
  exceptions: [],
  ...more,
});
const guide = {
  ...text,
  title: 'What is an eSIM?',
  places: [],
  faq: [question('', 'How many?', 'Eight.')],
  devices: [
    device('Apple', 'iPhone 15', {
      exceptions: [{ soldIn: ['CN'], esim: false, note: 'None in Mainland China.' }],
    }),
    device('Samsung', 'Galaxy|S', { esim: false, activeEsims: 0 }),
  ],
};

test.each(['esim', 'esim_module'] as const)('%s: facts, text, devices, steps', (kind) => {
  const english = lines(twin(kind, guide));
  expect(english.slice(0, 4)).toEqual([
    '# What is an eSIM?',
    'Last updated on 6 Mar 2026',
    '## eSIM in four facts',
    '- **Up to 8 eSIMs** · A phone can store this many.',
  ]);
  const at = english.indexOf('### iPhone and iPad');
  expect(english.slice(at, at + 9)).toEqual([
    '### iPhone and iPad',
    '#### Apple (1 model)',
    '| Model | eSIM | Exceptions by country or region of sale, notes |',
    '| --- | --- | --- |',
    '| iPhone 15 | **Yes** · 2 in use at once | None in Mainland China. |',
    '### Android',
    '#### Samsung (1 model)',
    '| Model | eSIM | Exceptions by country or region of sale, notes |',
    '| --- | --- | --- |',
  ]);
  expect(english).toContain('| Galaxy\\|S | **No** | None known |');
  expect(english).toContain('See [us](https://shop.test/en/contact).');
  expect(english).toContain('2. Label the new line “Travel”.');
  expect(english).toContain('### How many?');
  const chinese = twin(kind, guide, 'zh', '?device=iphone');
  expect(chinese).toContain('| iPhone 15 | **支持**');
  expect(chinese).not.toContain('Galaxy');
});

test('the renderer writes a twin from the page that it was handed, and no page from nothing', async () => {
  const shop = await openShop('faq', { items: [] });
  await expect(shop.markdown('/en/faq.md', false)).rejects.toThrow('has no page');
  const { status, headers, body } = await shop.markdown('/en/faq.md', true);
  expect([status, headers.get('Content-Type'), headers.get('X-Page-Name')]).toEqual([
    200,
    'text/markdown; charset=utf-8',
    '20 /en/faq',
  ]);
  expect(headers.get('Link')).toBe('<https://shop.test/en/faq>; rel="canonical"');
  expect(body).toMatch(/^# Frequently asked questions\n/);
  await shop.close();
});
