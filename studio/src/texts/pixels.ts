/** The letters of search results, by what is written: a title and the lines below it. */
const FONTS = { title: '20px Arial, sans-serif', description: '14px Arial, sans-serif' } as const;

export type Part = keyof typeof FONTS;

/** How many pixels a search engine leaves for each on a wide screen. */
export const ROOM: Record<Part, number> = { title: 600, description: 960 };

let canvas: CanvasRenderingContext2D | null | undefined;

/** How wide a text is in a search result, in pixels. Without a canvas it is estimated: full-width characters are square. */
export function pixels(text: string, part: Part): number {
  if (canvas === undefined)
    canvas =
      typeof document === 'undefined' ? null : document.createElement('canvas').getContext('2d');
  if (canvas) {
    canvas.font = FONTS[part];
    return Math.round(canvas.measureText(text).width);
  }
  const size = parseInt(FONTS[part], 10);
  let wide = 0;
  for (const one of text) wide += one > '\u2E7F' ? size : size / 2;
  return Math.round(wide);
}

/** A text as far as there is room, with an ellipsis where it is cut: between words where they are separated by spaces. */
export function cut(text: string, part: Part): string {
  const room = ROOM[part];
  if (pixels(text, part) <= room) return text;
  let out = '';
  for (const one of text) {
    if (pixels(`${out}${one}…`, part) > room) break;
    out += one;
  }
  const words = out.replace(/\s+\S*$/, '');
  // A word that is nearly as long as the line, or Chinese, which has no spaces, is cut where the room ends.
  return `${(words.length > out.length / 2 ? words : out).trimEnd()} …`;
}
