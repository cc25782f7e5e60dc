import MarkdownIt from 'markdown-it';
import {
  MarkdownParser,
  MarkdownSerializer,
  defaultMarkdownParser,
  defaultMarkdownSerializer,
  schema as basic,
  type MarkdownSerializerState,
} from 'prosemirror-markdown';
import { Schema, type Node, type NodeSpec } from 'prosemirror-model';
import { tableNodes } from 'prosemirror-tables';
import { imageUrlOf } from '../images/types';

const tables = tableNodes({
  tableGroup: 'block',
  cellContent: 'inline*',
  cellAttributes: {
    align: {
      default: null,
      getFromDOM: (cell) => cell.style.textAlign || null,
      setDOMAttr: (value, attributes) => {
        if (value) attributes['data-align'] = value;
      },
    },
  },
});

/**
 * An image of the Studio, as a text calls it. Of others the Markdown is shown, and nothing is loaded; pasted pages bring none.
 */
const image: NodeSpec = {
  ...basic.spec.nodes.get('image'),
  parseDOM: [
    {
      tag: 'img[data-image]',
      getAttrs: (dom) => ({ src: dom.dataset.image, alt: dom.getAttribute('alt') || null }),
    },
  ],
  toDOM({ attrs }) {
    const { src, alt } = attrs as { src: string; alt: string | null };
    const file = imageUrlOf(src);
    if (!file) return ['span', { class: 'studio-error' }, `![${alt ?? ''}](${src})`];
    return ['img', { src: file, alt: alt ?? '', 'data-image': src, class: 'inline max-h-80' }];
  },
};

/** The editor's document schema: Markdown's elements and tables. */
export const schema = new Schema({
  nodes: basic.spec.nodes.update('image', image).append(tables),
  marks: basic.spec.marks,
});

/** Reads Markdown as the shop's server does, but HTML, which stays text: pages leave it out. */
export const tokenizer = MarkdownIt('commonmark', { html: false }).enable(['table']);

const aligned = (token: { attrGet(name: string): string | null }) => ({
  align: /text-align:(\w+)/.exec(token.attrGet('style') ?? '')?.[1] ?? null,
});

export const parser = new MarkdownParser(schema, tokenizer, {
  ...defaultMarkdownParser.tokens,
  image: {
    node: 'image',
    getAttrs: (token) => ({
      src: token.attrGet('src'),
      title: token.attrGet('title') || null,
      alt: (token.children ?? []).map(({ content }) => content).join('') || null,
    }),
  },
  table: { block: 'table' },
  thead: { ignore: true },
  tbody: { ignore: true },
  tr: { block: 'table_row' },
  th: { block: 'table_header', getAttrs: aligned },
  td: { block: 'table_cell', getAttrs: aligned },
});

/** Serializes changed blocks in the style of the shop's files: hyphens before items, aligned table columns. */
export const serializer = new MarkdownSerializer(
  {
    ...defaultMarkdownSerializer.nodes,
    bullet_list(state, node) {
      state.renderList(node, '  ', () => '- ');
    },
    ordered_list(state, node) {
      const start = (node.attrs.order as number | undefined) ?? 1;
      state.renderList(node, '   ', (i) => `${start + i}. `);
    },
    // Of what an image shows nothing is HTML.
    image(state, { attrs }) {
      const { alt, src } = attrs as { alt: string | null; src: string };
      const words = state.esc(alt ?? '').replaceAll(/[<&]/g, String.raw`\$&`);
      state.write(`![${words}](${src.replaceAll(/[()]/g, String.raw`\$&`)})`);
    },
    table: writeTable,
    table_row() {},
    table_header() {},
    table_cell() {},
  },
  defaultMarkdownSerializer.marks,
);

function writeTable(state: MarkdownSerializerState, table: Node) {
  const rows: string[][] = [];
  table.forEach((row) => {
    const cells: string[] = [];
    row.forEach((cell) => cells.push(cellText(state, cell)));
    rows.push(cells);
  });
  const head = table.firstChild!;
  const widths = rows[0]!.map((_, i) =>
    Math.max(3, ...rows.map((cells) => displayWidth(cells[i] ?? ''))),
  );
  const line = (cells: string[]) =>
    `| ${widths.map((wide, i) => pad(cells[i] ?? '', wide)).join(' | ')} |`;
  const rule = widths.map((wide, i) => {
    const align = i < head.childCount ? (head.child(i).attrs.align as string | null) : null;
    const left = align === 'left' || align === 'center' ? ':' : '-';
    const right = align === 'right' || align === 'center' ? ':' : '-';
    return left + '-'.repeat(wide - 2) + right;
  });
  const [first, ...rest] = rows;
  for (const [i, text] of [line(first!), line(rule), ...rest.map(line)].entries()) {
    if (i > 0) state.ensureNewLine();
    state.write(text);
  }
  state.closeBlock(table);
}

// The words of a cell in one line, written by the serializer itself and taken back from what it wrote.
function cellText(state: MarkdownSerializerState, cell: Node): string {
  const inner = serializer.serialize(
    schema.node('doc', null, [schema.node('paragraph', null, cell.content)]),
    { tightLists: state.options.tightLists },
  );
  return inner
    .replaceAll(/\\?\n/g, ' ')
    .replaceAll(/(?<!\\)\|/g, '\\|')
    .trim();
}

const pad = (text: string, wide: number) =>
  text + ' '.repeat(Math.max(0, wide - displayWidth(text)));

/** The width of a text in columns: full-width characters count double. */
export function displayWidth(text: string): number {
  let n = 0;
  for (const one of text) n += FULL_WIDTH.test(one) ? 2 : 1;
  return n;
}

const FULL_WIDTH =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\u33FF\u3400-\u4DBF\u4E00-\u9FFF\uA000-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE4F\uFF01-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1FAFF}\u{20000}-\u{3FFFD}]/u;
