import { readFileSync } from 'node:fs';

// schema.org's own terms, read from its definitions for TypeScript (npm package schema-dts).

const FILE = new URL('../../node_modules/schema-dts/dist/schema.d.ts', import.meta.url);

type Facts = { [term: string]: unknown };
type Class = { above: string[]; terms: Map<string, string[]> };

const source = readFileSync(FILE, 'utf8');

/** Classes by name, with the terms they add and the classes they extend. */
const classes = new Map<string, Class>();
for (const [, name, above, body] of source.matchAll(
  /^interface (\w+)Base extends ([^{]+)\{\n([\s\S]*?)^\}/gm,
)) {
  const terms = new Map<string, string[]>();
  for (const [, term, types] of body!.matchAll(/^ {4}"([\w-]+)"\?: SchemaValue<(.+), "/gm)) {
    terms.set(term!, types!.split(' | '));
  }
  const parents = [...above!.matchAll(/(\w+)Base/g)].map(([, parent]) => parent!);
  classes.set(name!, { above: parents, terms });
}
// A class without terms of its own has only a leaf, which extends the one above.
for (const [, name, above] of source.matchAll(/^export interface (\w+)Leaf extends (\w+)Base/gm)) {
  if (!classes.has(name!)) classes.set(name!, { above: [above!], terms: new Map() });
}

/** What a name stands for: other names, or words in quotes. */
const unions = new Map<string, string[]>();
for (const [, name, types] of source.matchAll(/^export type (\w+) = ([^;]+);/gm)) {
  unions.set(name!, types!.split(' | '));
}

/** Everything in JSON-LD that schema.org does not know, or that has a value of the wrong kind. */
export function unknownTerms(facts: unknown, at = ''): string[] {
  const { '@type': type, ...rest } = facts as Facts;
  if (typeof type !== 'string' || !classes.has(type)) return [`${at}: no class ${String(type)}`];
  return Object.entries(rest).flatMap(([term, value]) => {
    const place = `${at}/${type}.${term}`;
    if (term === '@id') return typeof value === 'string' ? [] : [`${place} is no address`];
    if (term === '@context') return value === 'https://schema.org' ? [] : [`${place}: ${value}`];
    // What an action needs before it can be done.
    if (term.endsWith('-input'))
      return typesOf(type, term.slice(0, -6)) || isAction(type) ? [] : [place];
    const types = typesOf(type, term);
    if (!types) return [`${place}: no such term`];
    return (Array.isArray(value) ? value : [value]).flatMap((one) => wrongValue(one, types, place));
  });
}

function wrongValue(value: unknown, types: string[], at: string): string[] {
  if (typeof value === 'object' && value !== null) {
    const { '@type': type, '@id': id } = value as Facts;
    if (!type)
      return id && types.includes('IdReference') ? [] : [`${at}: neither a thing nor its id`];
    if (!types.some((one) => includes(one, `${String(type)}Leaf`)))
      return [`${at}: no ${type} here`];
    return unknownTerms(value, at);
  }
  const literal = typeof value === 'string' ? `"${value}"` : '';
  const plain =
    literal && /^-?\d+(\.\d+)?$/.test(String(value)) ? ['string', '`${number}`'] : [typeof value];
  const fits = types.some(
    (one) => includes(one, literal) || plain.some((kind) => includes(one, kind)),
  );
  return fits ? [] : [`${at}: ${JSON.stringify(value)} is none of ${types.join(', ')}`];
}

function typesOf(type: string, term: string): string[] | undefined {
  const found = classes.get(type);
  if (!found) return undefined;
  return found.terms.get(term) ?? found.above.map((one) => typesOf(one, term)).find(Boolean);
}

function isAction(type: string): boolean {
  return type === 'Action' || (classes.get(type)?.above ?? []).some(isAction);
}

/** What includes found; pages ask for the same few hundred pairs. */
const answers = new Map<string, boolean>();

function includes(name: string, wanted: string): boolean {
  const key = `${name} ${wanted}`;
  const known = answers.get(key) ?? search(name, wanted, new Set());
  answers.set(key, known);
  return known;
}

function search(name: string, wanted: string, seen: Set<string>): boolean {
  if (name === wanted) return wanted !== '';
  if (seen.has(name)) return false;
  seen.add(name);
  return (unions.get(name) ?? []).some((one) => search(one, wanted, seen));
}
