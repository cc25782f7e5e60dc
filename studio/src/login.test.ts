import { loginPath, safeNext } from './login';

test.each([
  ['/people', '/people'],
  ['/log?before=7', '/log?before=7'],
  ['/texts/service%2Frefund', '/texts/service%2Frefund'],
  [null, '/'],
  ['', '/'],
  ['people', '/'],
  ['https://evil.example/', '/'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['/\n//evil.example', '/'],
  ['/.//evil.example', '/'],
  ['/x/..//evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['/login?next=/people', '/'],
  ['/invitation', '/'],
])('after the login %j leads to %j', (next, to) => {
  expect(safeNext(next)).toBe(to);
});

test('whoever has to log in comes back to the same page', () => {
  const at = (path: string) => loginPath(`https://shop.example/studio${path}`);
  expect(at('')).toBe('/login');
  expect(at('/')).toBe('/login');
  const path = at('/log?before=7');
  expect(safeNext(new URLSearchParams(path.split('?')[1]).get('next'))).toBe('/log?before=7');
});
