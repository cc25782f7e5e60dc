import postcss from 'postcss';
import { cssReset } from '../vite/cssReset';

const built = (css: string) =>
  postcss([cssReset()]).process(css, { from: undefined }).css.replace(/\s+/g, ' ').trim();

test.each([
  ['a rule of the reset', '::placeholder{opacity:1} p{color:red}', 'p{color:red}'],
  ['what is empty then', '@supports (a:b){::placeholder{color:red}} p{color:red}', 'p{color:red}'],
  [
    'a feature of a font',
    'html{tab-size:4;font-feature-settings:normal;color:red}',
    'html{color:red}',
  ],
  ['a repetition', 'a{color:red;margin:0;color:red}', 'a{color:red;margin:0}'],
])('%s is left out', (_, css, want) => expect(built(css)).toBe(want));

test.each([
  ['the color of a field', '.field::placeholder{color:red}'],
  ['a value for browsers that know the next one not', 'p{height:100vh;height:100dvh}'],
  ['the order of layers', '@layer theme, base;'],
])('%s stays', (_, css) => expect(built(css)).toBe(css));
