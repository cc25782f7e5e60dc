import { failed, seeOther } from '../app/router/module';

test('page targets are navigations, other targets documents', () => {
  const page = seeOther('/en/cart');
  expect([page.status, page.headers.get('X-Remix-Reload-Document')]).toEqual([303, null]);
  const away = seeOther('https://pay.test/session');
  expect([away.status, away.headers.get('X-Remix-Reload-Document')]).toEqual([303, 'true']);
});

test('typed values come back, secrets do not', () => {
  const form = new FormData();
  const secrets = ['password', 'confirmPassword', 'code', 'cardNumber', 'cvc'];
  for (const name of ['email', 'zipCode', ...secrets]) form.append(name, 'x');
  form.append('email', 'y');
  const refused = { status: 422, code: 'validation_failed', message: 'm', fields: {} };
  expect(failed(form, refused).values).toEqual({ email: ['x', 'y'], zipCode: ['x'] });
});

test('what is wrong is listed in the order of the form, boxes that are not ticked last', () => {
  const form = new FormData();
  for (const name of ['firstName', 'email', 'address.city']) form.append(name, '');
  const fields = { 'address.city': 'c', agree: 'a', email: 'e', firstName: 'f' };
  const refused = failed(form, { status: 422, code: 'validation_failed', message: 'm', fields });
  expect(Object.keys(refused.fields)).toEqual(['firstName', 'email', 'address.city', 'agree']);
});
