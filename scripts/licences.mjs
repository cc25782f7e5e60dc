// Fails when a dependency of the shop has a licence that is not in the lists below: licences.mjs [package-lock.json].
// npm packages say their licence in the lock file. Go modules are lines "PATH VERSION DIR" on the standard input; theirs is read from
// the text in their folder.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

// Licences of code that is distributed with the program, together with their texts.
const shipped = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'Unlicense',
];
// Further licences of code for building and testing, which is not distributed.
const used = [...shipped, 'CC-BY-4.0', 'LGPL-3.0-or-later', 'Python-2.0'];

const faults = [...npm(process.argv[2] ?? 'package-lock.json'), ...go(readFileSync(0, 'utf8'))];
for (const fault of faults) console.error(fault);
process.exit(faults.length > 0 ? 1 : 0);

function npm(lock) {
  const { packages } = JSON.parse(readFileSync(lock, 'utf8'));
  return Object.entries(packages)
    .filter(([name, { link }]) => name !== '' && !link)
    .filter(([, { license, dev }]) => !allows(dev ? used : shipped, license ?? ''))
    .map(
      ([name, { license, dev }]) =>
        `${name}: ${license ?? 'no licence'}${dev ? '' : ', and it is shipped'}`,
    );
}

// allows reports whether an SPDX expression without nested brackets is satisfied by these licences.
function allows(list, expression) {
  const alternatives = expression.replace(/^\(|\)$/g, '').split(' OR ');
  return alternatives.some((one) => one.split(' AND ').every((licence) => list.includes(licence)));
}

function go(lines) {
  return lines
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split(' '))
    .filter(([, , dir]) => !shipped.includes(licenceIn(dir)))
    .map(([module, version, dir]) => `${module} ${version}: ${licenceIn(dir)}, and it is shipped`);
}

function licenceIn(dir) {
  const files = readdirSync(dir).filter((name) => /^(licen[cs]e|copying|unlicense)/i.test(name));
  if (files.length === 0) return 'no licence';
  return licenceOf(readFileSync(path.join(dir, files[0]), 'utf8'));
}

// licenceOf identifies a licence by words that only its text has.
function licenceOf(text) {
  const words = text.replace(/\s+/g, ' ');
  const known = [
    [/GNU (LESSER |AFFERO )?GENERAL PUBLIC LICENSE/i, 'a licence of the GNU project'],
    [/Mozilla Public License,? Version 2\.0/i, 'MPL-2.0'],
    [/Apache License,? Version 2\.0/i, 'Apache-2.0'],
    [/Permission is hereby granted, free of charge/i, 'MIT'],
    [/Permission to use, copy, modify, and\/?(or)? distribute/i, 'ISC'],
    [
      /Redistribution and use in source and binary forms.*(endorse or promote|Neither the name)/i,
      'BSD-3-Clause',
    ],
    [/Redistribution and use in source and binary forms/i, 'BSD-2-Clause'],
    [/This is free and unencumbered software/i, 'Unlicense'],
  ];
  // The text of the MPL names the licences of the GNU project; its title comes first.
  if (/^\W*Mozilla Public License/i.test(words)) return 'MPL-2.0';
  return known.find(([has]) => has.test(words))?.[1] ?? 'an unknown licence';
}
