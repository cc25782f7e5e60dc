import { isPagePath, localizedPath, paths } from '../app/router/paths';
import { payloadPath } from '../app/router/payloadPath';

describe('paths', () => {
  test('segments and queries are encoded, empty values left out', () => {
    expect(paths.detail('en', 'asia', 'jp-3g-7')).toBe('/en/travel-card/asia/jp-3g-7');
    expect(paths.service('en', 'a/b?')).toBe('/en/services/a%2Fb%3F');
    const query = { countries: ['JP', 'KR'], data: '', voice: undefined, page: 2 };
    expect(paths.listing('zh', query)).toBe('/zh/travel-card/listing?countries=JP,KR&page=2');
    expect(paths.login('en', '/en/my-account?a=1')).toBe(
      '/en/login?redirect=%2Fen%2Fmy-account%3Fa%3D1',
    );
    expect(paths.login('en')).toBe('/en/login');
  });

  test('isPagePath accepts pages of the shop only', () => {
    expect(['/en', '/zh/faq', '/en?x', '/en#y'].every(isPagePath)).toBe(true);
    expect(['//evil/en', '/english', '/sandbox/scan/1', 'https://x/en', ''].some(isPagePath)).toBe(
      false,
    );
    expect([
      localizedPath('zh', '/faq'),
      localizedPath('zh', '/en/faq'),
      localizedPath('en', '/'),
    ]).toEqual(['/zh/faq', '/en/faq', '/en/home']);
    expect(payloadPath('/en/faq/', '?a=1')).toBe('/en/faq/_payload.json?a=1');
  });
});
