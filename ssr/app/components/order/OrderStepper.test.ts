import { currentStep } from './OrderStepper';

test('the stepper stands at the last step that happened', () => {
  const at = '2026-01-01T00:00:00Z';
  expect(currentStep([{ step: 'submit' }])).toBe(-1);
  expect(currentStep([{ step: 'submit', at }, { step: 'paid', at }, { step: 'reviewed' }])).toBe(1);
  expect(currentStep([{ step: 'submit', at }, { step: 'paid' }, { step: 'reviewed', at }])).toBe(2);
});
