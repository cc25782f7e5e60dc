import { texts } from '../components/testTexts';
import {
  document,
  escape,
  heading,
  list,
  paragraph,
  joinParts,
  steps,
  table,
  Writer,
} from './writer';

const en = new Writer(texts('en'), 'en', 'https://shop.test');
const zh = new Writer(texts('zh'), 'zh', 'https://shop.test');

test('what people wrote has no meaning in Markdown', () => {
  expect(escape('*a* _b_ [c](d) `e` <b>f</b> ~~g~~ | h \\ &lt;')).toBe(
    '\\*a\\* \\_b\\_ \\[c\\](d) \\`e\\` \\<b>f\\</b> \\~\\~g\\~\\~ \\| h \\\\ \\&lt;',
  );
  expect(escape(' AT&T\n\n# no heading ')).toBe('AT&T # no heading');
  expect(['# a', '> a', '- a', '+ a', '12. a', '1) a', '1.5 GB'].map(paragraph)).toEqual([
    '\\# a',
    '\\> a',
    '\\- a',
    '\\+ a',
    '12\\. a',
    '1\\) a',
    '1.5 GB',
  ]);
});

test('links are absolute and end where they should', () => {
  expect(en.link('[Japan]', '/en/faq?a=(b)')).toBe(
    '[\\[Japan\\]](https://shop.test/en/faq?a=%28b%29)',
  );
  expect(en.link('Mail', 'mailto:a@b.test')).toBe('[Mail](mailto:a@b.test)');
});

test('facts, lists, tables and what is left out', () => {
  expect([en.fact('Data', '3 GB'), zh.fact('流量', '3 GB')]).toEqual([
    '**Data**: 3 GB',
    '**流量**：3 GB',
  ]);
  expect([en.words(['a', 'b']), zh.words(['a', 'b'])]).toEqual(['a, b', 'a、b']);
  expect(joinParts('a', '', undefined, false, 'b')).toBe('a · b');
  expect(
    document([
      heading(2, 'A_b'),
      false,
      '',
      list(['x', '- y']),
      steps(['x', 'y']),
      table(['a', 'b'], [['1', '2']]),
    ]),
  ).toBe('## A\\_b\n\n- x\n- \\- y\n\n1. x\n2. y\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n');
});
