import type { MenuItem } from '../../gw/types';
import { menuTarget } from './menuTarget';

const item = (change: Partial<MenuItem>): MenuItem => ({
  menuName: 'Contact',
  icon: '',
  redirectUrl: '/en/contact',
  redirectType: 0,
  version: 0,
  ...change,
});

test('menu: type 1 opens a new tab, version 1 carries the language id', () => {
  expect(menuTarget(item({}), 'en')).toEqual({ to: '/en/contact', newTab: false });
  expect(menuTarget(item({ redirectType: 1 }), 'en').newTab).toBe(true);
  expect(menuTarget(item({ redirectType: 2 }), 'en').newTab).toBe(false);
  expect(menuTarget(item({ version: 1 }), 'en').to).toBe('/en/contact?langId=2');
  expect(menuTarget(item({ version: 1, redirectUrl: 'https://x.test/a?b=1#c' }), 'zh').to).toBe(
    'https://x.test/a?b=1&langId=1#c',
  );
});
