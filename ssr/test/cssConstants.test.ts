import postcss from 'postcss';
import { cssConstants } from '../vite/cssConstants';

const built = (css: string) =>
  postcss([cssConstants()]).process(css, { from: undefined }).css.replace(/\s+/g, ' ').trim();

test.each([
  ['a value of the root', ':root{--a:4px} p{margin:calc(var(--a) * 2)}', 'p{margin:calc(4px * 2)}'],
  ['in a layer', '@layer theme{:root,:host{--a:red}} p{color:var(--a)}', 'p{color:red}'],
  ['through another', ':root{--a:red;--b:var(--a)} p{color:var(--b)}', 'p{color:red}'],
  [
    'the initial value of a property',
    '@property --a{syntax:"*";inherits:false;initial-value:solid} p{--a:solid;border-style:var(--a)}',
    'p{border-style:solid}',
  ],
  ['a fallback of what is given by nobody', 'p{color:var(--a,var(--b, red))}', 'p{color:red}'],
  [
    'a fallback of what has no value',
    '*{--a:initial} p{color:var(--a,rgb(1, 2, 3))}',
    'p{color:rgb(1, 2, 3)}',
  ],
  [
    'no shadow that nobody sees',
    ':root{--a:0 0 #0000} p{box-shadow:var(--a), 0 1px rgb(0, 0, 0), var(--a)} q{box-shadow:var(--a)}',
    'p{box-shadow:0 1px rgb(0, 0, 0)} q{box-shadow:0 0 #0000}',
  ],
])('%s is put in', (_, css, want) => {
  expect(built(css)).toBe(want);
});

test.each([
  ['what another element has differently', ':root{--a:red} p{--a:blue} q{color:var(--a)}'],
  ['what only some elements have', 'p{--a:red} q{color:var(--a, blue)}'],
  [
    'what a wide screen has differently',
    ':root{--a:1px} @media (width >= 768px){:root{--a:2px}} p{margin:var(--a)}',
  ],
  ['what only a wide screen has', '@media (width >= 768px){:root{--a:2px}} p{margin:var(--a)}'],
  ['what has neither value nor fallback', 'p{color:red;color:var(--a)}'],
  [
    'an initial value that some element changes',
    '@property --a{syntax:"*";inherits:false;initial-value:0} p{--a:1px} q{margin:var(--a)}',
  ],
  ['what an element has no value for', ':root{--a:red} p{--a:initial} q{color:var(--a, blue)}'],
  ['an order of layers', '@layer theme, base; @layer base{p{color:red}}'],
])('%s stays', (_, css) => {
  expect(built(css)).toBe(css);
});
