import type { Suggestion } from '../../gw/types';

/** How many suggestions are shown at most. */
const MAX_SUGGESTIONS = 6;

/**
 * The suggestions that match the typed text, at most six: exact matches first, then prefixes, then the rest. The order within each
 * is unchanged.
 */
export function matchSuggestions(all: readonly Suggestion[], typed: string): Suggestion[] {
  const text = normal(typed);
  if (!text) return [];
  const ranks = [0, 1, 2].map((rank) => all.filter((one) => rankOf(one, text) === rank));
  return ranks.flat().slice(0, MAX_SUGGESTIONS);
}

function rankOf({ name, words }: Suggestion, text: string): number {
  const fits = [normal(name), ...words];
  if (fits.includes(text)) return 0;
  if (fits.some((word) => word.startsWith(text))) return 1;
  // A single Latin letter is part of nearly every name.
  const inside = text.length > 1 || /\p{Script=Han}/u.test(text);
  return inside && fits.some((word) => word.includes(text)) ? 2 : 3;
}

// As the server does it: lower case without accents, spaces and punctuation.
function normal(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
