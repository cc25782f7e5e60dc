import { safeJson } from '../app/head/json';

test('JSON in a page cannot end its element and reads back the same', () => {
  const value = { a: '</script><!--', b: '\u2028\u2029&' };
  const text = safeJson(value);
  expect(text).not.toMatch(/[<>&\u2028\u2029]/);
  expect(JSON.parse(text)).toEqual(value);
  expect(() => safeJson(1n)).toThrow(TypeError);
  expect(() => safeJson(undefined)).toThrow(TypeError);
});
