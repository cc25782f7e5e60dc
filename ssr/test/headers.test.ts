import { mergeHeaders } from '../server/headers';

describe('header merging', () => {
  const part = (init: [string, string][]) => new Headers(init);

  test('Set-Cookie and Vary are merged, the most restrictive Cache-Control is used', () => {
    const merged = mergeHeaders([
      part([
        ['Cache-Control', 'public, max-age=600'],
        ['Vary', 'Cookie'],
      ]),
      part([
        ['Cache-Control', 'public, max-age=60'],
        ['Vary', 'cookie, Accept-Language'],
      ]),
    ]);
    expect(merged.get('Cache-Control')).toBe('public, max-age=60');
    expect(merged.get('Vary')).toBe('cookie, Accept-Language');
    const careful = mergeHeaders([
      part([['Cache-Control', 'no-store']]),
      part([['Cache-Control', 'private']]),
    ]);
    expect(careful.get('Cache-Control')).toBe('no-store');
  });

  test('a cookie makes the answer private', () => {
    const merged = mergeHeaders(
      [
        part([
          ['Cache-Control', 'public, max-age=600'],
          ['Set-Cookie', 'a=1'],
        ]),
      ],
      ['b=2'],
    );
    expect(merged.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(merged.get('Cache-Control')).toBe('private, no-store');
  });
});
