import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const APP = join(__dirname, '../app');
const read = (file: string) => readFileSync(join(APP, file), 'utf8');

const COLOUR = /#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})\b|\b(?:rgb|hsl|oklch|oklab|color-mix)\(/gi;
const coloursOf = (text: string): readonly string[] => text.match(COLOUR) ?? [];

// Both are drawn before the style sheet has loaded.
const EARLY = ['overlay.css', 'components/frame/LogoMark.tsx'];

const styles = read('styles.css');
const theme = /@theme \{([\s\S]*?)\n\}/.exec(styles)![1]!;

const files = readdirSync(APP, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.|schema\.d\.ts$/.test(file),
);

test('colours are tokens of the theme', () => {
  expect(files.length).toBeGreaterThan(200);
  const found = files
    .filter((file) => !EARLY.includes(file))
    .flatMap((file) => coloursOf(read(file)).map((colour) => `${file}: ${colour}`));
  expect(found).toEqual([]);
  expect(coloursOf(styles.replace(theme, ''))).toEqual([]);
});

test('what is drawn before the style sheet has the colours of the theme', () => {
  const tokens = coloursOf(theme.replaceAll('#ffffff', '#fff'));
  const early = EARLY.flatMap((file) => coloursOf(read(file)));
  expect(early).not.toHaveLength(0);
  expect(early.filter((colour) => !tokens.includes(colour))).toEqual([]);
});

// Classes that a class of the style sheet stands for, by its name.
const NAMED: Record<string, string[]> = {
  'card-flush': ['rounded-card', 'border', 'bg-paper'],
  'link-alone': ['inline-flex', 'min-h-11', 'items-center', 'underline'],
  link: ['text-primary', 'underline'],
  'page-title': ['text-24', 'font-semibold', 'sm:text-32'],
  pill: ['min-h-11', 'rounded-full', 'border', 'border-line', 'font-medium'],
  'step-number': ['place-items-center', 'rounded-full', 'bg-primary-soft', 'font-semibold'],
};

test('what the style sheet has a class for is not written out again', () => {
  const found = files.flatMap((file) =>
    (read(file).match(/(["'`])[^"'`\n]*\1/g) ?? []).flatMap((text) => {
      const classes = text.slice(1, -1).split(' ');
      return Object.entries(NAMED)
        .filter(([, parts]) => parts.every((part) => classes.includes(part)))
        .map(([name]) => `${file}: ${name} instead of ${text}`);
    }),
  );
  expect(found).toEqual([]);
});

// `group-has-*` and `peer-has-*` make selectors that end in `*`: with one, browsers restyle the whole page at each change (e2e/styles.spec.ts).
// `[main:has(…)_&]:` styles only what has the class.
test('no class restyles the whole page', () => {
  const found = files.flatMap((file) =>
    (read(file).match(/\b(?:group|peer|in)-has-\S+/g) ?? []).map((name) => `${file}: ${name}`),
  );
  expect(found).toEqual([]);
});
