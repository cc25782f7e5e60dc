/**
 * Cuts an editor's HTML before each second-level heading, so that every part can have a box of its own.
 * The content before the first heading is the first part; parts are never empty. HTML in which a heading lies
 * inside another element stays whole, since half an element is broken HTML.
 */
export function contentSections(html: string): string[] {
  const parts = html
    .split(/(?=<h2[\s>])/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return parts.every(isWhole) ? parts : [html];
}

const CONTAINERS = ['blockquote', 'ul', 'ol', 'table', 'pre'];

function isWhole(part: string): boolean {
  return CONTAINERS.every((tag) => count(part, `<${tag}(?=[\\s>])`) === count(part, `</${tag}>`));
}

function count(text: string, pattern: string): number {
  return text.match(new RegExp(pattern, 'g'))?.length ?? 0;
}
