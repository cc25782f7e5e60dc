import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AREAS } from './areas';

const read = (name: string) => readFileSync(join(__dirname, name), 'utf8');

test('roles and acts are those of the server', () => {
  const go = read('../../bff/staff/role.go');
  const ours = read('api/types.ts');
  const acts = [...go.matchAll(/\bAct = "([a-z.]+)"/g)].map(([, act]) => act);
  const roles = [...go.matchAll(/\bRole = "([a-z]+)"/g)].map(([, role]) => role);
  expect(acts.length).toBeGreaterThan(10);
  const type = /type Act =([^;]+);/.exec(ours)![1]!;
  expect([...type.matchAll(/'([a-z.]+)'/g)].map(([, act]) => act).sort()).toEqual(acts.sort());
  const list = /ROLES = \[([^\]]+)\]/.exec(ours)![1]!;
  expect([...list.matchAll(/'([a-z]+)'/g)].map(([, role]) => role)).toEqual(roles);
});

test('every area and every act of the log has a name', () => {
  const has = (name: string) => {
    const at = name.indexOf(':');
    const namespace = at < 0 ? 'studio' : name.slice(0, at);
    const texts = JSON.parse(read(`../../shared/locales/en/${namespace}.json`)) as object;
    return name
      .slice(at + 1)
      .split('.')
      .reduce<unknown>((tree, part) => (tree as never)?.[part], texts);
  };
  for (const { name } of AREAS) expect([name, typeof has(name)]).toEqual([name, 'string']);
  const sources = ['member', 'session', 'invitation', 'passkey'].map((name) =>
    read(`../../bff/staff/${name}.go`),
  );
  const acts = sources.flatMap((go) =>
    [...go.matchAll(/Action: "([a-z ]+)"|"(end sessions?|logout)", `id/g)].map(
      ([, entry, ended]) => entry ?? ended!,
    ),
  );
  expect(acts.length).toBeGreaterThan(12);
  const known = Object.keys(has('log.actions') as object);
  expect(acts.filter((act) => !known.includes(act))).toEqual([]);
});
