import { readSheet } from '../server/sheet';

const used = (css: string, html: string) => readSheet(css).subsetFor(html).css;

test.each([
  ['classes', '.a{x:1}.b{x:2}', '<p class="a c">', '.a{x:1}'],
  ['each selector of a list', '.a,.b,.a .b{x:1}', '<p class="a">', '.a{x:1}'],
  ['elements', 'p,dialog{x:1}html{x:2}', '<p>', 'p{x:1}html{x:2}'],
  ['several at once', 'p.a>.b{x:1}', '<p class="a"><i class="b">', 'p.a>.b{x:1}'],
  ['escaped names', String.raw`.sm\:p-2\.5{x:1}`, '<p class="sm:p-2.5">', null],
  ['escaped values', String.raw`.\[\&_a\]\:b{x:1}`, '<p class="[&amp;_a]:b">', null],
  ['states and attributes', 'html[data-js] .a:hover::before{x:1}', '<p class="a">', null],
  ['what need not be there', '.a:not(.b),.a:is(.c,.d:not(.e)){x:1}', '<p class="a">', null],
  ['nothing but what all have', '*,:before,::backdrop{x:1}:root{x:2}', '', null],
  ['nested rules', '.a{x:1;&:hover{x:2}.b{x:3}}', '<p class="a">', '.a{x:1;&:hover{x:2}}'],
])('a rule is kept for %s', (_, css, html, kept) => {
  expect(used(css, html)).toBe(kept ?? css);
});

test('parts of fields are kept where there is such a field', () => {
  const css =
    '::-webkit-datetime-edit{x:1}::-webkit-calendar-picker-indicator{x:2}::file-selector-button{x:3}';
  expect(used(css, '<input type="text">')).toBe('');
  expect(used(css, '<input type="date">')).toBe(
    '::-webkit-datetime-edit{x:1}::-webkit-calendar-picker-indicator{x:2}',
  );
  expect(used(css, '<input type="file">')).toBe('::file-selector-button{x:3}');
});

test('blocks stay round what is left of them, and layers keep their order without it', () => {
  const css = '@layer base{p{x:1}.a{x:2}}@layer extra{.a{x:3}}@media print{.a{x:4}}@layer x,y;';
  expect(used(css, '<p>')).toBe('@layer base{p{x:1}}@layer extra;@layer x,y;');
});

test('custom properties and keyframes are kept only when a kept rule refers to them', () => {
  const css =
    ':root{--a:1px;--b:var(--a);--c:2px}' +
    '@property --d{syntax:"*";inherits:false}@property --e{syntax:"*";inherits:false}' +
    '@keyframes spin{to{rotate:1turn}}@keyframes fade{to{opacity:0}}' +
    '.p{--d:3px;--e:4px;width:var(--b,var(--d));animation:1s linear spin}';
  expect(used(css, '<p class="p">')).toBe(
    ':root{--a:1px;--b:var(--a)}' +
      '@property --d{syntax:"*";inherits:false}' +
      '@keyframes spin{to{rotate:1turn}}' +
      '.p{--d:3px;width:var(--b,var(--d));animation:1s linear spin}',
  );
  expect(used(css, '<p class="q">')).toBe('');
});

test('class names are read from attributes, not from text', () => {
  expect(used('.a{x:1}.b{x:2}', '<p id="x" class="a\n b">')).toBe('.a{x:1}.b{x:2}');
  expect(used('.a{x:1}', '<p>.a</p>')).toBe('');
});
