import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import constants from '../../shared/constants.json';
import type { PageKind } from '../app/gw/page';
import { makeDocument } from '../server/document';
import { assets, pageFixture } from './fixtures';

jest.mock('../app/routes/not_found', () => require('./pages').notFound, { virtual: true });

function open(kind: PageKind, noindex = false): string {
  return makeDocument({
    page: pageFixture(kind, `/en/${kind}`, { noindex }),
    version: '',
    fallbackTitle: '',
    rendered: { html: '<h1>page</h1>', rest: '<h1>page</h1>', fragments: [] },
    payload: { build: 'b1', lang: 'en', texts: {}, loaderData: {}, actionData: null, errors: null },
    assets,
    eager: false,
  }).html;
}

test('travel-card and my-account pages are covered until their styles have loaded, no others', () => {
  const { TABLE } = require('../app/router/table') as typeof import('../app/router/table');
  for (const { kind, path } of TABLE) {
    const covered = /^(travel-card|my-account)(\/|$)/.test(path);
    expect([kind, open(kind).includes('class="overlay"')]).toEqual([kind, covered]);
  }
});

test('the overlay is before the style sheet that ends it, and both are before the page', () => {
  const html = open('listing', true);
  const places = [
    '<link rel="preload" as="style" href="/assets/styles-1.css">',
    '<link rel="stylesheet" href="/assets/overlay-1.css">',
    '<body>',
    '<div class="overlay" aria-hidden="true"><svg',
    '<link rel="stylesheet" href="/assets/styles-1.css">',
    '<div id="root">',
  ].map((part) => html.indexOf(part));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(places[0]).toBeGreaterThan(0);
});

test('where the styles come along, what the overlay looks like does too', () => {
  const html = open('listing');
  const places = [
    '.overlay{position:fixed}',
    '<body>',
    '<div class="overlay" aria-hidden="true"><svg',
    '<div id="root">',
  ].map((part) => html.indexOf(part));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(places[0]).toBeGreaterThan(0);
  expect(html).not.toContain('rel="stylesheet"');
});

test('the style sheet hides the overlay after the time of the specification', () => {
  const css = readFileSync(join(__dirname, '../app/styles.css'), 'utf8');
  const times = [...css.matchAll(/overlay-gone 0s (\d+)ms/g)].map(([, ms]) => Number(ms));
  expect(times).toEqual([constants.overlayHideDelayMs]);
  // With reduced motion, too: it takes the movement, and leaves what ends a wait.
  expect(css).toContain('animation-duration: 0s !important');
  expect(css).not.toContain('animation: none !important');
});

test('each frame of the overlay draws the whole screen, so nothing of it moves once the styles are there', () => {
  const css = readFileSync(join(__dirname, '../app/styles.css'), 'utf8');
  expect(css).toMatch(
    / {2}\.overlay \{\s+pointer-events: none;\s+opacity: 0\.5;\s+animation: overlay-gone /,
  );
  expect(css).toMatch(/\.overlay \.overlay-dots i \{\s+animation: none;/);
});
