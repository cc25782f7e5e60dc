import { volumeText } from '../../i18n/format';
import type { GoodsFacts } from '../../gw/types';
import { facts as plainFacts } from '../../../test/plans';
import { texts } from '../testTexts';
import { afterText, contractText, dataText, factsOf, refundText, speedText } from './planText';

const en = texts('en');
const zh = texts('zh');

const facts: GoodsFacts = {
  ...plainFacts,
  fullSpeedMb: 2048,
  allowancePeriod: 'day',
  speedAfterKbps: 384,
  unlimited: true,
  days: 10,
  dayRule: 'calendar_day',
  dayZone: 'Asia/Hong_Kong',
};

const value = (change: Partial<GoodsFacts>, key: string, t = en, lang: 'en' | 'zh' = 'en') =>
  factsOf({ ...facts, ...change }, t, lang).find((fact) => fact.key === key)?.value;

test('amounts and speeds read as a shopper says them', () => {
  expect([volumeText(500, 'en'), volumeText(1536, 'en'), volumeText(102_400, 'en')]).toEqual([
    '500 MB',
    '1.5 GB',
    '100 GB',
  ]);
  expect([speedText(384, 'en'), speedText(1024, 'en'), speedText(1500, 'en')]).toEqual([
    '384 kbps',
    '1 Mbps',
    '1.5 Mbps',
  ]);
});

test.each([
  ['total', 0, '3 GB at full speed, then data stops', '3 GB 高速流量，用完即停'],
  ['total', 128, '3 GB at full speed, then 128 kbps', '3 GB 高速流量，用完后 128 kbps'],
  [
    'day',
    0,
    '3 GB a day at full speed, then data stops until the next day',
    '每天 3 GB 高速流量，用完停网，次日恢复',
  ],
  ['day', 1024, '3 GB a day at full speed, then 1 Mbps', '每天 3 GB 高速流量，用完后 1 Mbps'],
] as const)('after the allowance: per %s at %d kbps', (per, speedAfterKbps, english, chinese) => {
  const data = { mb: 3072, per, unlimited: speedAfterKbps > 0, speedAfterKbps };
  expect(afterText(data, en, 'en')).toBe(english);
  expect(afterText(data, zh, 'zh')).toBe(chinese);
});

test('a daily allowance is never read as a total', () => {
  expect(dataText({ mb: 1024, per: 'day', unlimited: false, speedAfterKbps: 0 }, en, 'en')).toBe(
    '1 GB/day',
  );
  expect(value({}, 'fullSpeed')).toBe('2 GB/day');
  expect(value({ allowancePeriod: 'total' }, 'fullSpeed')).toBe('2 GB');
});

test.each(['first_network', 'install', 'date', 'registration'] as const)(
  'activation %s has words in both languages',
  (activation) => {
    expect(value({ activation }, 'activation')).not.toContain('activation');
    expect(value({ activation }, 'activation', zh, 'zh')).toMatch(/[\u4e00-\u9fff]/);
  },
);

test('the day rule names its zone, the hotspot its limit, the registration its places', () => {
  expect(value({}, 'dayRule')).toBe('By calendar day, until midnight UTC+8');
  expect(value({ dayRule: 'rolling_24h' }, 'dayRule')).toBe('Every 24 hours from the start');
  expect(value({ hotspot: 'no' }, 'hotspot')).toBe('Not allowed');
  expect(value({ hotspot: '5' }, 'hotspot')).toBe('Up to 5 GB');
  expect(value({ realName: ['HK', 'CN'] }, 'realName', zh, 'zh')).toBe(
    '使用前须实名登记：中国香港、中国内地',
  );
  expect(value({ realName: ['HK'], realNamePlaces: ['St. Hong: Kong'] }, 'realName')).toBe(
    'Required before use: St. Hong: Kong',
  );
});

test('refunds and contracts', () => {
  expect(refundText('unused_30_days', en)).toContain('30 days');
  expect(refundText('final', en)).toBe('No refund after delivery');
  expect(contractText('', en)).toBe('Prepaid, no contract');
  expect(contractText('30d', en)).toBe('30 days, no contract, nothing renews by itself');
  expect(contractText('30d', zh)).toBe('30 天，无合约，不会自动续订');
  expect(contractText('12m', zh)).toBe('12 个月');
});

test('every plan has the same lines in the same order', () => {
  const lines = (change: Partial<GoodsFacts>) =>
    factsOf({ ...facts, ...change }, en, 'en').map((fact) => fact.label);
  expect(
    lines({ deposit: 5000, localNumber: true, voiceUnlimited: true, contractPeriod: '12m' }),
  ).toEqual(lines({}));
});

test('a text writes its numbers as the language does, and what is no number as it is', () => {
  const minutes = { voiceMinutes: 1000 };
  expect(value(minutes, 'voice')).toBe('1,000 minutes');
  expect(value(minutes, 'voice', zh, 'zh')).toBe('1,000 分钟');
  expect(en('sims:card', { last4: '1000' })).toContain('1000');
});
