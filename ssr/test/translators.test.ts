import { Translators } from '../server/translators';
import type { Locales } from '../server/texts';

const catalogue: Locales = {
  en: {
    common: { hello: 'Hello', many_one: '{{count}} plan', many_other: '{{count}} plans' },
    cart: { to: 'For {{name}}' },
  },
  zh: { common: { hello: '你好', many_other: '{{count}} 个套餐' }, cart: {} },
};

test('a text is the same every time, in each language and with each value', () => {
  const translators = new Translators(catalogue);
  for (let n = 0; n < 2; n += 1) {
    const en = translators.with('en', ['common', 'cart']).t;
    const zh = translators.with('zh', ['common', 'cart']).t;
    expect([en('common:hello'), zh('common:hello')]).toEqual(['Hello', '你好']);
    expect([1, 2, 1000].map((count) => en('common:many', { count }))).toEqual([
      '1 plan',
      '2 plans',
      '1,000 plans',
    ]);
    expect(zh('common:many', { count: 1 })).toBe('1 个套餐');
    expect(['Ada', 'Eve'].map((name) => en('cart:to', { name }))).toEqual(['For Ada', 'For Eve']);
    expect(en(['cart:none', 'common:hello'])).toBe('Hello');
  }
});

test('a page has the texts that it declares and no others, whatever was asked for before', () => {
  const translators = new Translators(catalogue);
  expect(translators.with('en', ['common', 'cart']).t('cart:to', { name: 'Ada' })).toBe('For Ada');
  expect(translators.with('en', ['common']).t('cart:to', { name: 'Ada' })).toBe('to');
});

test('a translator is made once', () => {
  const translators = new Translators(catalogue);
  const first = translators.with('en', ['common', 'cart', 'common']);
  expect(translators.with('en', ['common', 'cart'])).toBe(first);
  expect(first.language).toBe('en');
});
