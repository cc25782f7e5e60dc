import { inWrongLanguage } from './languages';

test('sentences and labels in English are foreign on a Chinese page, names are not', () => {
  const english = [
    'Ready to go?',
    'Add to cart',
    'Track order',
    'Cart',
    'We deliver within two days',
  ];
  const names = [
    'Roamcart',
    'eSIM',
    'iPhone 15 Pro Max',
    'Mastercard',
    'Google Pixel 8',
    '10GB',
    '购物车',
  ];
  expect(inWrongLanguage([...english, ...names], 'zh')).toEqual(english);
});

test('Chinese is foreign on an English page', () => {
  expect(inWrongLanguage(['Cart', '购物车', 'WeChat 微信'], 'en')).toEqual([
    '购物车',
    'WeChat 微信',
  ]);
});
