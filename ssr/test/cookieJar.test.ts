import { CookieJar } from '../server/cookies';

test('the cookie jar applies Set-Cookie of the gateway', () => {
  const jar = new CookieJar('locale=en; token=old; odd; x=a=b');
  jar.store(
    new Headers([
      ['Set-Cookie', 'token=; Max-Age=0; Path=/'],
      ['Set-Cookie', 'visitor=v; Path=/'],
    ]),
  );
  expect(jar.header()).toBe('locale=en; x=a=b; visitor=v');
  expect(jar.get('token')).toBeUndefined();
  expect(jar.setCookies).toHaveLength(2);
  expect(new CookieJar(null).header()).toBeUndefined();
});
