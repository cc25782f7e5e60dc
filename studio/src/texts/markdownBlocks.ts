import type { Node } from 'prosemirror-model';
import { parser, schema, serializer, tokenizer } from './schema';

/**
 * A parsed text with the Markdown of each top-level block, so that unchanged blocks are written back byte for byte, whatever
 * their style.
 */
export type Blocks = {
  doc: Node;
  /** The Markdown of a block, by the block itself: ProseMirror makes a new node of whatever changes. */
  sources: WeakMap<Node, string>;
  /** The text before a block of the original, and between it and the next; '' after the last. */
  gaps: WeakMap<Node, { before: string; after: string }>;
  /** The text before the first block and after the last. */
  lead: string;
  tail: string;
};

/** Parses the Markdown below a front matter. */
export function parseBlocks(markdown: string): Blocks {
  const doc = parser.parse(markdown);
  const out: Blocks = { doc, sources: new WeakMap(), gaps: new WeakMap(), lead: '', tail: '' };
  const lines = markdown.split('\n');
  const offsets = [0];
  for (const line of lines) offsets.push(offsets.at(-1)! + line.length + 1);
  const at = (line: number) => Math.min(offsets[line]!, markdown.length);

  const spans = tokenizer
    .parse(markdown, {})
    .filter(({ level, nesting, map }) => level === 0 && nesting >= 0 && map)
    .map(({ map }) => map!);
  if (spans.length !== doc.childCount) return out; // Then every block is written anew.

  let end = 0;
  let previous: Node | null = null;
  doc.forEach((block, _, i) => {
    const [first, past] = spans[i]!;
    const source = markdown.slice(at(first), at(past)).replace(/\s+$/, '');
    const before = markdown.slice(end, at(first));
    out.gaps.set(block, { before, after: '' });
    if (previous) out.gaps.get(previous)!.after = before;
    else out.lead = before;
    out.sources.set(block, source);
    end = at(first) + source.length;
    previous = block;
  });
  out.tail = markdown.slice(end);
  return out;
}

/** Serializes a document that was parsed as `from`. `lines` are the lines, from 0, on which its blocks begin. */
export function serializeBlocks(doc: Node, from: Blocks): { markdown: string; lines: number[] } {
  let markdown = '';
  const lines: number[] = [];
  let previous: Node | null = null;
  doc.forEach((block) => {
    const source = from.sources.get(block) ?? writeBlock(block);
    // The text around a changed block is unchanged.
    if (!previous) markdown += from.lead;
    else markdown += from.gaps.get(previous)?.after || from.gaps.get(block)?.before || '\n\n';
    lines.push(markdown.split('\n').length - 1);
    markdown += source;
    previous = block;
  });
  return { markdown: markdown + (markdown || !from.doc.childCount ? from.tail : '\n'), lines };
}

const writeBlock = (block: Node) => serializer.serialize(schema.node('doc', null, [block]));

/** A Markdown file: its front matter with both `---` (`head`), and the text below it. */
export type MarkdownFile = { head: string; body: string };

/** Splits a file at its front matter. Where it has none, all of it is the body. */
export function splitFrontMatter(source: string): MarkdownFile {
  const found = /^---\n([\s\S]*?\n)?---\n/.exec(source);
  if (!found) return { head: '', body: source };
  return { head: found[0], body: source.slice(found[0].length) };
}

/** A field of the front matter, '' when it has none. */
export function frontMatterField({ head }: MarkdownFile, name: string): string {
  const found = new RegExp(`^${name}:[ \\t]*(.*)$`, 'm').exec(head);
  return (found?.[1] ?? '').trim().replace(/^"(.*)"$/, '$1');
}

/** Returns the file with a front matter field changed; all other lines stay as they are. */
export function withFrontMatterField(
  file: MarkdownFile,
  name: string,
  value: string,
): MarkdownFile {
  const line = `${name}: ${value.replaceAll(/\s+/g, ' ')}`.trimEnd();
  const head = file.head || '---\n---\n';
  const pattern = new RegExp(`^${name}:.*$`, 'm');
  if (pattern.test(head)) return { ...file, head: head.replace(pattern, () => line) };
  return { ...file, head: head.replace(/---\n$/, () => `${line}\n---\n`) };
}
