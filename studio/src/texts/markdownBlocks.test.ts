import { readFileSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { EditorState } from 'prosemirror-state';
import {
  frontMatterField,
  parseBlocks,
  splitFrontMatter,
  withFrontMatterField,
  serializeBlocks,
} from './markdownBlocks';
import { parser, schema, displayWidth } from './schema';

const root = resolve(process.cwd(), 'db/seed/content');
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => [name] as const);
const source = (name: string) => readFileSync(resolve(root, name), 'utf8');

test('the shop has texts', () => expect(files.length).toBeGreaterThan(30));

test.each(files)('%s comes back byte for byte', (name) => {
  const { head, body } = splitFrontMatter(source(name));
  const blocks = parseBlocks(body);
  expect(blocks.doc.childCount).toBeGreaterThan(0);
  expect(head + serializeBlocks(blocks.doc, blocks).markdown).toBe(source(name));
});

test.each(files)('%s means the same when every block is written anew', (name) => {
  const { body } = splitFrontMatter(source(name));
  const blocks = parseBlocks(body);
  const anew = serializeBlocks(blocks.doc, {
    ...blocks,
    sources: new WeakMap(),
    gaps: new WeakMap(),
  });
  expect(parser.parse(anew.markdown).toJSON()).toEqual(blocks.doc.toJSON());
});

test.each(files)('a word more in %s changes its block alone', (name) => {
  const { body } = splitFrontMatter(source(name));
  const blocks = parseBlocks(body);
  const state = EditorState.create({ doc: blocks.doc });
  let at = 0;
  blocks.doc.descendants((node, pos) => {
    if (!at && node.type.name === 'paragraph') at = pos + 1;
    return !at;
  });
  const changed = state.apply(state.tr.insertText('X', at)).doc;
  const after = serializeBlocks(changed, blocks).markdown.split('\n');
  const before = body.split('\n');
  expect(after).toHaveLength(before.length);
  expect(after.filter((line, i) => line !== before[i])).toHaveLength(1);
});

test('a table that is changed stays a table, in columns', () => {
  const blocks = parseBlocks('| a | 退款 |\n|---|:-:|\n| b\\|c | [d](/esim) |\n');
  const state = EditorState.create({ doc: blocks.doc });
  const changed = state.apply(state.tr.insertText('!', 3)).doc;
  const { markdown } = serializeBlocks(changed, blocks);
  expect(markdown).toContain('[d](/esim)');
  const again = parser.parse(markdown).firstChild!;
  expect([again.type.name, again.childCount, again.textContent]).toEqual([
    'table',
    2,
    changed.textContent,
  ]);
  const [head, rule] = markdown.split('\n');
  expect(displayWidth(head!)).toBe(displayWidth(rule!));
});

test('lines of blocks are those of the text', () => {
  const text = '\n## A\n\ntext\nmore\n\n- one\n- two\n\n\n| a |\n| - |\n| b |\n';
  const blocks = parseBlocks(text);
  const { lines, markdown } = serializeBlocks(blocks.doc, blocks);
  expect(lines.map((line) => markdown.split('\n')[line])).toEqual([
    '## A',
    'text',
    '- one',
    '| a |',
  ]);
});

test('unsupported Markdown is unchanged in blocks that are not edited', () => {
  const text = '<b>bold</b> and ![a](b.png)\n\n[x]: /esim\n\nSee [x].\n\n***\n\n* star\n';
  const blocks = parseBlocks(text);
  expect(serializeBlocks(blocks.doc, blocks).markdown).toBe(text);
});

test('a field is changed, and nothing else', () => {
  const file = splitFrontMatter('---\ntitle: A\nextra: "b"\n---\n\ntext\n');
  expect(frontMatterField(file, 'extra')).toBe('b');
  const next = withFrontMatterField(
    withFrontMatterField(file, 'title', 'C $& D\nE'),
    'seoTitle',
    'S',
  );
  expect(next.head + next.body).toBe(
    '---\ntitle: C $& D E\nextra: "b"\nseoTitle: S\n---\n\ntext\n',
  );
  expect(splitFrontMatter('text')).toEqual({ head: '', body: 'text' });
});

test('an image of the Studio is written as texts call it', () => {
  const name = `image:${'0a'.repeat(16)}-700x350.jpg`;
  const blocks = parseBlocks(`![A map](${name})\n`);
  const node = blocks.doc.firstChild!.firstChild!;
  expect(node.attrs).toMatchObject({ src: name, alt: 'A map' });
  const anew = serializeBlocks(blocks.doc, {
    ...blocks,
    sources: new WeakMap(),
    gaps: new WeakMap(),
  });
  expect(anew.markdown.trim()).toBe(`![A map](${name})`);
  expect(schema.nodes.image!.spec.toDOM!(node)).toMatchObject([
    'img',
    { src: `/studio/api/images/files/${'0a'.repeat(16)}-640.webp`, 'data-image': name },
  ]);
  const odd = schema.nodes.image!.create({ src: name, alt: 'A <b>map</b> of [HK] & *more*' });
  const doc = schema.node('doc', null, [schema.node('paragraph', null, [odd])]);
  const { markdown } = serializeBlocks(doc, parseBlocks(''));
  expect(parser.parse(markdown).firstChild!.firstChild!.attrs.alt).toBe(odd.attrs.alt);
  expect(markdown).toContain('\\<b>');
  const foreign = parseBlocks('![x](https://evil.example/x.png)').doc.firstChild!.firstChild!;
  expect(JSON.stringify(schema.nodes.image!.spec.toDOM!(foreign))).not.toContain('"src"');
});
