import { passwordMaxLength, passwordMinLength } from '../../../../shared/constants.json';

export const RULES = ['length', 'digit', 'letter', 'symbol'] as const;
export type Rule = (typeof RULES)[number];

/** Which rules a password fulfils; a help while typing, the gateway decides. */
export function fulfilledRules(password: string): Record<Rule, boolean> {
  const { length } = [...password];
  return {
    length: length >= passwordMinLength && length <= passwordMaxLength,
    digit: /\p{Nd}/u.test(password),
    letter: /\p{L}/u.test(password),
    symbol: /[^\p{L}\p{Nd}\s]/u.test(password),
  };
}
