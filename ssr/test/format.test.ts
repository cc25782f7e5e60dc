import { date, dateTime, fullName, money, number } from '../app/i18n/format';

describe('prices and dates', () => {
  test.each([
    [1590, 'USD', '$15.90'],
    [101590, 'USD', '$1,015.90'],
    [-800, 'HKD', '-HK$8.00'],
    [5, 'GBP', '£0.05'],
    [1200, 'JPY', 'JP¥1,200'],
    [1890, 'SGD', 'S$18.90'],
    [1890, 'CHF', 'CHF\u00a018.90'],
    [0, 'USD', '$0.00'],
  ])('%i %s is %s in both languages', (amount, currency, text) => {
    expect(money(amount, currency, 'en')).toBe(text);
    expect(money(amount, currency, 'zh')).toBe(text);
  });

  test.each([
    ['Ada', 'Lovelace', 'Ada Lovelace', 'Lovelace Ada'],
    ['Ada', '', 'Ada', 'Ada'],
    ['小明', '李', '李小明', '李小明'],
    ['Xiaoming', '李', 'Xiaoming 李', '李 Xiaoming'],
  ])('%s %s is said as the language does', (firstName, lastName, en, zh) => {
    expect(fullName({ firstName, lastName }, 'en')).toBe(en);
    expect(fullName({ firstName, lastName }, 'zh')).toBe(zh);
  });

  test('dates use the given time zone, not the machine’s', () => {
    const iso = '2026-03-05T06:30:00Z';
    expect(dateTime(iso, 'zh', 'Asia/Shanghai')).toBe('2026年3月5日 14:30');
    expect(dateTime(iso, 'en', 'Asia/Shanghai')).toBe('5 Mar 2026, 14:30');
    expect(date('2026-03-05T23:30:00Z', 'en', 'Asia/Shanghai')).toBe('6 Mar 2026');
    expect(dateTime('2026-03-05T16:00:00Z', 'zh', 'Asia/Shanghai')).toBe('2026年3月6日 00:00');
    expect(dateTime('soon', 'en', 'UTC')).toBe('');
    expect(number(12345, 'en')).toBe('12,345');
  });
});
