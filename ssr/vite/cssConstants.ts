import type { AtRule, Container, Declaration, Plugin, Root, Rule } from 'postcss';
import parseValue from 'postcss-value-parser';

/**
 * A PostCSS plugin that puts the values of custom properties that never change in their places: `var(--spacing)` is `4px` on
 * every element. The styles that a page brings along get a quarter smaller, and the browser looks nothing up for each element.
 *
 * A custom property is constant when it has a value on every element (the initial one of its `@property`, or that of `:root`)
 * and no declaration gives it another. One that is never given a value has none: `var()` becomes its fallback. What differs from
 * element to element stays.
 */
export function cssConstants(): Plugin {
  return {
    postcssPlugin: 'css-constants',
    OnceExit(root) {
      const constants = constantsOf(root);
      root.walkDecls((declaration) => {
        if (constants.has(declaration.prop)) return void declaration.remove();
        declaration.value = substitute(declaration.value, constants);
        if (declaration.prop === 'box-shadow') declaration.value = visible(declaration.value);
      });
      root.walkAtRules('property', (rule) => void (constants.has(rule.params) && rule.remove()));
      removeEmpty(root);
    },
  };
}

/** The value of each constant; null where it has none. */
type Constants = ReadonlyMap<string, string | null>;

function constantsOf(root: Root): Constants {
  const registered = new Map<string, string | null>();
  const ofRoot = new Map<string, string>();
  const declared: [name: string, value: string][] = [];
  const constants = new Map<string, string | null>();
  root.walkAtRules('property', (rule) => void registered.set(rule.params, initialValue(rule)));
  root.walkDecls((declaration) => {
    const { prop, value } = declaration;
    if (prop.startsWith('--')) {
      declared.push([prop, value]);
      if (isOfRoot(declaration)) ofRoot.set(prop, value);
    }
    // What is asked for may be declared nowhere.
    for (const [, name] of value.matchAll(/var\(\s*(--[\w-]+)/g)) constants.set(name!, null);
  });
  for (const [name] of [...registered, ...declared]) {
    constants.set(name, registered.get(name) ?? ofRoot.get(name) ?? null);
  }
  for (const [name, value] of declared) {
    const isInitial = value === 'initial' && (registered.has(name) || !ofRoot.has(name));
    if (!isInitial && value !== constants.get(name)) constants.delete(name);
  }
  return constants;
}

function initialValue(property: AtRule): string | null {
  let value: string | null = null;
  property.walkDecls('initial-value', (declaration) => void (value = declaration.value));
  return value;
}

/** Whether the declaration counts for `:root` at all times: around its rule there are layers alone. */
function isOfRoot({ parent }: Declaration): boolean {
  if (parent?.type !== 'rule' || !(parent as Rule).selectors.includes(':root')) return false;
  for (let around = parent.parent; around && around.type !== 'root'; around = around.parent) {
    if (around.type !== 'atrule' || (around as AtRule).name !== 'layer') return false;
  }
  return true;
}

/** Replaces each `var()` of a constant. One that has neither value nor fallback stays: the whole declaration is void then. */
function substitute(text: string, constants: Constants): string {
  if (!text.includes('var(')) return text;
  const parsed = parseValue(text);
  parsed.walk((node) => {
    if (node.type !== 'function' || node.value !== 'var') return;
    const [name, comma, ...fallback] = node.nodes;
    if (!name || !constants.has(name.value)) return;
    const value = constants.get(name.value) ?? (comma && parseValue.stringify(fallback));
    if (value !== undefined)
      Object.assign(node, { type: 'word', value: substitute(value, constants) });
  });
  return parsed.toString();
}

/** A list of shadows without the empty ones, which are placeholders for shadows of other classes. */
function visible(shadows: string): string {
  const EMPTY = '0 0 #0000';
  const all = shadows.split(/,\s*(?![^(]*\))/);
  return all.filter((shadow) => shadow !== EMPTY).join(', ') || EMPTY;
}

function removeEmpty(container: Container): void {
  container.each((node) => {
    if (!('nodes' in node) || !node.nodes) return;
    removeEmpty(node as Container);
    if (node.nodes.length === 0) node.remove();
  });
}
