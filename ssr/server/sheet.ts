import { createHash } from 'node:crypto';
import { parse, type AtRule, type Container, type Declaration, type Rule } from 'postcss';

/** A parsed style sheet, of which a page gets the rules that it uses. */
export type Sheet = {
  /**
   * The rules that can match something in `html`, in order, without custom properties and keyframes that they do not
   * reference. Attributes and states (open, hovered, logged in) are ignored, so that the subset stays right when the boot
   * script or the shopper changes them. `more` are the names in the rest of the page, which is not in `html`.
   */
  subsetFor: (html: string, more?: readonly UsedNames[]) => Style;
};

/** A subset of a style sheet, and its SHA-256 in base64. */
export type Style = { css: string; digest: string };

/** Parses a style sheet. @throws CssSyntaxError */
export function readSheet(css: string): Sheet {
  const nodes = nodesOf(parse(css));
  const parts = new Map<string, Style>();
  const byPage = new Map<string, Style>();
  const partFor = (words: ReadonlySet<string>) =>
    memoized(parts, [...words].sort().join(' '), () => {
      const kept = select(nodes, words);
      const css = write(kept, referencedNames(kept));
      return { css, digest: createHash('sha256').update(css).digest('base64') };
    });
  return {
    subsetFor: (html, more = []) => {
      const used = usedNames(html);
      for (const one of new Set(more)) add(used, one);
      return memoized(byPage, keyOf(used), () => partFor(namesOf(used)));
    },
  };
}

/** Each cache of subsets is cleared at this size. Pages of one kind use mostly the same names. */
const MAX_SUBSETS = 500;

function memoized(styles: Map<string, Style>, key: string, make: () => Style): Style {
  let style = styles.get(key);
  if (style === undefined) {
    style = make();
    if (styles.size >= MAX_SUBSETS) styles.clear();
    styles.set(key, style);
  }
  return style;
}

type Part = StyleRule | Group | Named | Statement;

/** `selectors { declarations, nodes }`, with the names a page must have for each selector to match anything. */
type StyleRule = { selectors: Selector[]; declarations: Property[]; nodes: Part[] };
/** A block of rules: `@media`, `@layer`, `@supports`. */
type Group = { open: string; nodes: Part[] };
/** `@keyframes` and `@property`, which are written only when a rule references their name. */
type Named = { name: string; text: string };
type Statement = { text: string };
type Selector = { text: string; words: string[] };
/** A declaration; `own` is the name of a custom property, `names` are those its value refers to. */
type Property = { text: string; own: string | null; names: string[] };

function nodesOf(container: Container): Part[] {
  return (container.nodes ?? []).flatMap((node): Part[] => {
    if (node.type === 'rule') return [styleRule(node as Rule)];
    if (node.type === 'atrule') return [atRule(node as AtRule)];
    return []; // declarations belong to their rule, comments are dropped
  });
}

function styleRule(rule: Rule): StyleRule {
  return {
    selectors: rule.selectors.map((text) => ({ text, words: requiredNames(text) })),
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

// Pseudo-elements that only one type of input has.
const FIELD_PARTS: [part: RegExp, type: string][] = [
  [/::file-selector-button/, '[type=file]'],
  [/::-webkit-(?:date|calendar)/, '[type=date]'],
];

// The names that a page must have for a selector to match: classes as `.name`, elements by name, types of inputs in brackets.
// What is in parentheses is an alternative or a negation, and is not required.
function requiredNames(selector: string): string[] {
  // An escaped character is part of a name: it is replaced while the selector is parsed.
  let flat = selector.replace(/\\(.)/g, (_, char: string) => hideEscaped(char));
  for (let before = ''; before !== flat;) {
    before = flat;
    flat = flat.replace(/:[\w-]+\([^()]*\)/g, '');
  }
  flat = flat.replace(/\[[^\]]*\]/g, '').replace(/::?[\w-]+/g, '');
  const names = flat.match(/[.#]?[\w\u{e000}-\u{e0ff}-]+/gu) ?? [];
  const types = FIELD_PARTS.filter(([part]) => part.test(selector)).map(([, type]) => type);
  return [...names.filter((name) => !name.startsWith('#')).map(restoreEscaped), ...types];
}

const HIDDEN = 0xe000;
const hideEscaped = (char: string) => String.fromCodePoint(HIDDEN + char.charCodeAt(0));
const restoreEscaped = (name: string) =>
  name.replace(/[\u{e000}-\u{e0ff}]/gu, (char) =>
    String.fromCodePoint(char.charCodeAt(0) - HIDDEN),
  );

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

/** The names in HTML that selectors match: elements, types of inputs, values of `class`. */
export type UsedNames = [elements: Set<string>, types: Set<string>, classes: Set<string>];

/**
 * Collects the names in HTML. A page has thousands of elements and few different names, so it is scanned with indexOf, which is
 * faster than a regular expression that captures each occurrence.
 */
export function usedNames(html: string): UsedNames {
  return [elementsOf(html), quoted(html, ' type="'), quoted(html, ' class="')];
}

/** A cache key: equal for the same names in the same order. */
export function keyOf(used: UsedNames): string {
  return used.map((texts) => [...texts].join(' ')).join('"');
}

function add(used: UsedNames, more: UsedNames): void {
  used.forEach((texts, at) => {
    for (const text of more[at]!) texts.add(text);
  });
}

// Flattens the names: classes as `.name`, elements by name, types in brackets, with the elements of every document.
function namesOf([elements, types, classes]: UsedNames): ReadonlySet<string> {
  const words = new Set(['html', 'head', 'body']);
  for (const name of elements) if (name !== '') words.add(name);
  for (const type of types) words.add(`[type=${type}]`);
  for (const value of classes) {
    const text = value.replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);
    for (const name of text.split(/\s+/)) words.add(`.${name}`);
  }
  return words;
}

// The distinct names of elements; '' for a `<` that begins no start tag.
function elementsOf(html: string): Set<string> {
  const names = new Set<string>();
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at)) {
    const begin = ++at;
    while (at < html.length && !isNameEnd(html.charCodeAt(at))) at++;
    names.add(html.slice(begin, at));
  }
  return names;
}

// The distinct texts between `before` and the next quotation mark.
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

// The names that rules reference, also through custom properties.
function referencedNames(nodes: Part[]): ReadonlySet<string> {
  const names = new Set<string>();
  const references = new Map<string, string[]>();
  const add = (name: string) => {
    if (names.has(name)) return;
    names.add(name);
    references.get(name)?.forEach(add);
  };
  const all = declarationsOf(nodes);
  for (const { own, names: more } of all) {
    if (own) references.set(own, [...(references.get(own) ?? []), ...more]);
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
      if ('open' in node) return inner ? `${node.open}${inner}}` : emptyLayer(node);
      const own = node.declarations.filter(({ own }) => !own || names.has(own));
      const body = own.map(({ text }) => text).join(';');
      const selectors = node.selectors.map(({ text }) => text).join(',');
      return body || inner ? `${selectors}{${[body, inner].filter(Boolean).join(';')}}` : '';
    })
    .join('');
}

// An empty layer is still declared, because that sets the order of layers.
function emptyLayer({ open }: Group): string {
  return open.startsWith('@layer ') ? open.replace('{', ';') : '';
}
