/**
 * JSON that may stand inside a `<script>` element: `<`, `>` and `&` cannot close the element or open a
 * comment, and the two Unicode line ends cannot break a parser. The only way JSON enters a page.
 * @throws TypeError for what JSON cannot hold (BigInt, cycles)
 */
export function safeJson(value: unknown): string {
  const text = JSON.stringify(value);
  if (text === undefined) throw new TypeError('nothing to serialise');
  return text.replace(UNSAFE, (char) => ESCAPED[char]!);
}

const ESCAPED: Record<string, string> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

const UNSAFE = /[<>&\u2028\u2029]/g;

/** Text for an attribute value or element content. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
