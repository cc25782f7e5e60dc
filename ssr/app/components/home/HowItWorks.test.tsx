import { renderToString } from 'react-dom/server';
import { TranslatorContext } from '../../i18n/react';
import { translator } from '../testTexts';
import { HowItWorks } from './HowItWorks';

const steps = (activation?: string): string[] => {
  const html = renderToString(
    <TranslatorContext.Provider value={translator('en')}>
      <HowItWorks title="How" activation={activation} />
    </TranslatorContext.Provider>,
  );
  return [...html.matchAll(/<h3[^>]*>(.*?)<\/h3>/g)].map(([, step]) => step!);
};

test('a plan that starts when it is installed is not installed at home', () => {
  expect(steps()).toEqual(['Choose a plan', 'Install at home', 'Land and connect']);
  expect(steps('first_network')).toContain('Install at home');
  expect(steps('install')).toEqual([
    'Choose a plan',
    'Install when you need it',
    'Land and connect',
  ]);
});
