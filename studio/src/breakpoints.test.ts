import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// A width that the style sheet does not know makes no rule and no complaint: the layout would stay as it is on a phone.
test('layouts name only the widths that the style sheet has', () => {
  const styles = readFileSync(join(__dirname, '../../ssr/app/styles.css'), 'utf8');
  const known = [...styles.matchAll(/--breakpoint-(\w+):/g)].map(([, name]) => name);
  expect(known).toContain('lg');
  const unknown = ['sm', 'md', 'lg', 'xl', '2xl', '3xl'].filter((name) => !known.includes(name));
  const wrong = new RegExp(`[\\s"'\`:](max-)?(${unknown.join('|')}):`);
  const files = ['.', '../../ssr/app'].flatMap((dir) =>
    readdirSync(join(__dirname, dir), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.tsx'))
      .map((file) => join(__dirname, dir, file)),
  );
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter((file) => wrong.test(readFileSync(file, 'utf8')))).toEqual([]);
});
