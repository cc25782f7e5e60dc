import { createHash } from 'node:crypto';
import { parse, type AtRule, type Container, type Declaration, type Rule } from 'postcss';

/** A style sheet that can be asked for the part of it that a page needs. */
export type Sheet = {
  /**
   * The rules that can match something in `html`, in their order and without what nothing in them refers to. Attributes
   * and states (open, hovered, logged in) are not looked at, so that the part is right whatever the boot script or the
   * shopper does with the page. `more` are looks of what else stands on the page.
   */
  usedBy: (html: string, more?: readonly UsedNames[]) => Style;
};

/** A part of a style sheet, and the SHA-256 of it in base64. */
export type Style = { css: string; digest: string };

/** Reads a style sheet. @throws CssSyntaxError */
export function readSheet(css: string): Sheet {
  const nodes = nodesOf(parse(css));
  const parts = new Map<string, Style>();
  const byPage = new Map<string, Style>();
  const partFor = (words: ReadonlySet<string>) =>
    remembered(parts, [...words].sort().join(' '), () => {
      const kept = select(nodes, words);
      const css = write(kept, namesIn(kept));
      return { css, digest: createHash('sha256').update(css).digest('base64') };
    });
  return {
    usedBy: (html, more = []) => {
      const used = usedNames(html);
      for (const one of new Set(more)) add(used, one);
      return remembered(byPage, keyOf(used), () => partFor(wordsOf(used)));
    },
  };
}

/** Pages of one kind use the same words, but for what only some of them have; this many are remembered. */
const REMEMBERED = 500;

function remembered(styles: Map<string, Style>, key: string, make: () => Style): Style {
  let style = styles.get(key);
  if (style === undefined) {
    style = make();
    if (styles.size >= REMEMBERED) styles.clear();
    styles.set(key, style);
  }
  return style;
}

type Part = StyleRule | Group | Named | Statement;

/** `selectors { declarations, nodes }`, with the words a page must have for each selector to match anything. */
type StyleRule = { selectors: Selector[]; declarations: Property[]; nodes: Part[] };
/** A block of rules: `@media`, `@layer`, `@supports`. */
type Group = { open: string; nodes: Part[] };
/** `@keyframes` and `@property`: there for those who name them. */
type Named = { name: string; text: string };
type Statement = { text: string };
type Selector = { text: string; words: string[] };
/** A declaration; `own` is the name of a custom property, `names` are those its value refers to. */
type Property = { text: string; own: string | null; names: string[] };

function nodesOf(container: Container): Part[] {
  return (container.nodes ?? []).flatMap((node): Part[] => {
    if (node.type === 'rule') return [styleRule(node as Rule)];
    if (node.type === 'atrule') return [atRule(node as AtRule)];
    return []; // declarations belong to their rule, comments to nobody
  });
}

function styleRule(rule: Rule): StyleRule {
  return {
    selectors: rule.selectors.map((text) => ({ text, words: wordsNeeded(text) })),
    declarations: rule.nodes.flatMap((node) => (node.type === 'decl' ? [property(node)] : [])),
    nodes: nodesOf(rule),
  };
}

function atRule(rule: AtRule): Part {
  const head = `@${rule.name}${rule.params ? ` ${rule.params}` : ''}`;
  if (!rule.nodes) return { text: `${head};` };
  if (rule.name === 'keyframes' || rule.name === 'property') {
    return { name: rule.params, text: rule.toString() };
  }
  return { open: `${head}{`, nodes: nodesOf(rule) };
}

function property({ prop, value, important }: Declaration): Property {
  return {
    text: `${prop}:${value}${important ? '!important' : ''}`,
    own: prop.startsWith('--') ? prop : null,
    names: [
      ...[...value.matchAll(/var\((--[\w-]+)/g)].map((match) => match[1]!),
      ...(prop.startsWith('animation') ? value.split(/[\s,]+/) : []),
    ],
  };
}

// Parts of fields that only one type of field has.
const FIELD_PARTS: [part: RegExp, type: string][] = [
  [/::file-selector-button/, '[type=file]'],
  [/::-webkit-(?:date|calendar)/, '[type=date]'],
];

// What a selector needs of a page: classes as `.name`, elements by name, types of fields in brackets. What stands in parentheses is one of several
// or must not be there.
function wordsNeeded(selector: string): string[] {
  // An escaped character belongs to a name, whatever it is: out of the way while the others are looked at.
  let flat = selector.replace(/\\(.)/g, (_, char: string) => hidden(char));
  for (let before = ''; before !== flat;) {
    before = flat;
    flat = flat.replace(/:[\w-]+\([^()]*\)/g, '');
  }
  flat = flat.replace(/\[[^\]]*\]/g, '').replace(/::?[\w-]+/g, '');
  const names = flat.match(/[.#]?[\w\u{e000}-\u{e0ff}-]+/gu) ?? [];
  const types = FIELD_PARTS.filter(([part]) => part.test(selector)).map(([, type]) => type);
  return [...names.filter((name) => !name.startsWith('#')).map(shown), ...types];
}

const HIDDEN = 0xe000;
const hidden = (char: string) => String.fromCodePoint(HIDDEN + char.charCodeAt(0));
const shown = (name: string) =>
  name.replace(/[\u{e000}-\u{e0ff}]/gu, (char) =>
    String.fromCodePoint(char.charCodeAt(0) - HIDDEN),
  );

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

/** What HTML has of each: names of elements, types of fields, values of `class`. */
export type UsedNames = [elements: Set<string>, types: Set<string>, classes: Set<string>];

/**
 * What a style sheet has to know of HTML. A page has thousands of elements and few different words, so it is searched for them without
 * an expression that would describe each place where one stands.
 */
export function usedNames(html: string): UsedNames {
  return [elementsOf(html), quoted(html, ' type="'), quoted(html, ' class="')];
}

/** A text that is the same for the same words in the same order. */
export function keyOf(used: UsedNames): string {
  return used.map((texts) => [...texts].join(' ')).join('"');
}

function add(used: UsedNames, more: UsedNames): void {
  used.forEach((texts, at) => {
    for (const text of more[at]!) texts.add(text);
  });
}

// Classes as `.name` and elements by name, of the page and of the document round it.
function wordsOf([elements, types, classes]: UsedNames): ReadonlySet<string> {
  const words = new Set(['html', 'head', 'body']);
  for (const name of elements) if (name !== '') words.add(name);
  for (const type of types) words.add(`[type=${type}]`);
  for (const value of classes) {
    const text = value.replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);
    for (const name of text.split(/\s+/)) words.add(`.${name}`);
  }
  return words;
}

// The different names of elements; '' for what begins like one and is none.
function elementsOf(html: string): Set<string> {
  const names = new Set<string>();
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at)) {
    const begin = ++at;
    while (at < html.length && !isNameEnd(html.charCodeAt(at))) at++;
    names.add(html.slice(begin, at));
  }
  return names;
}

// The different texts that stand after `before`, up to the quotation mark.
function quoted(html: string, before: string): Set<string> {
  const texts = new Set<string>();
  for (let at = html.indexOf(before); at >= 0; at = html.indexOf(before, at)) {
    const begin = at + before.length;
    at = html.indexOf('"', begin);
    if (at < 0) break;
    texts.add(html.slice(begin, at));
  }
  return texts;
}

const isLetter = (code: number) => (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
const isNameEnd = (code: number) => !(isLetter(code) || (code >= 48 && code <= 57) || code === 45);

function select(nodes: Part[], words: ReadonlySet<string>): Part[] {
  return nodes.flatMap((node): Part[] => {
    if ('open' in node) {
      return [{ open: node.open, nodes: select(node.nodes, words) }];
    }
    if (!('selectors' in node)) return [node];
    const selectors = node.selectors.filter((one) => one.words.every((word) => words.has(word)));
    if (selectors.length === 0) return [];
    return [{ ...node, selectors, nodes: select(node.nodes, words) }];
  });
}

// The names that rules refer to, through custom properties too.
function namesIn(nodes: Part[]): ReadonlySet<string> {
  const names = new Set<string>();
  const behind = new Map<string, string[]>();
  const add = (name: string) => {
    if (names.has(name)) return;
    names.add(name);
    behind.get(name)?.forEach(add);
  };
  const all = declarationsOf(nodes);
  for (const { own, names: more } of all) {
    if (own) behind.set(own, [...(behind.get(own) ?? []), ...more]);
  }
  for (const { own, names: more } of all) if (!own) more.forEach(add);
  return names;
}

function declarationsOf(nodes: Part[]): Property[] {
  return nodes.flatMap((node) => {
    if ('open' in node) return declarationsOf(node.nodes);
    return 'selectors' in node ? [...node.declarations, ...declarationsOf(node.nodes)] : [];
  });
}

function write(nodes: Part[], names: ReadonlySet<string>): string {
  return nodes
    .map((node) => {
      if ('name' in node) return names.has(node.name) ? node.text : '';
      if ('text' in node) return node.text;
      const inner = write(node.nodes, names);
      if ('open' in node) return inner ? `${node.open}${inner}}` : orderOf(node);
      const own = node.declarations.filter(({ own }) => !own || names.has(own));
      const body = own.map(({ text }) => text).join(';');
      const selectors = node.selectors.map(({ text }) => text).join(',');
      return body || inner ? `${selectors}{${[body, inner].filter(Boolean).join(';')}}` : '';
    })
    .join('');
}

// An empty layer still has its place among the others.
function orderOf({ open }: Group): string {
  return open.startsWith('@layer ') ? open.replace('{', ';') : '';
}
