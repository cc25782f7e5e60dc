import en from '../../../shared/locales/en/studio-customers.json';
import zh from '../../../shared/locales/zh/studio-customers.json';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const read = (name: string) => readFileSync(join(__dirname, '../../../bff', name), 'utf8');

test('every action of staff on a customer has a text in history and log', () => {
  const go = read('reward/staff.go') + read('account/staff.go');
  const actions = [...go.matchAll(/(?:auditStaff\(tx, a, |RequestID, )"([a-z ]+)"/g)].map(
    ([, action]) => action!,
  );
  expect(actions.sort()).toEqual(['adjust points', 'end sessions', 'grant promo', 'lift lock']);
  for (const texts of [en, zh]) {
    expect(Object.keys(texts.history.actions).sort()).toEqual(actions);
    expect(Object.keys(texts.log).sort()).toEqual(actions);
  }
});
