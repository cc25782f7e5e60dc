/** The fonts of search results: of the title and of the description. */
const FONTS = { title: '20px Arial, sans-serif', description: '14px Arial, sans-serif' } as const;

export type ResultPart = keyof typeof FONTS;

/** The width in pixels that a search engine shows of each on a wide screen. */
export const MAX_WIDTH: Record<ResultPart, number> = { title: 600, description: 960 };

let canvas: CanvasRenderingContext2D | null | undefined;

/** How wide a text is in a search result, in pixels. Without a canvas it is estimated: full-width characters are square. */
export function widthInPixels(text: string, part: ResultPart): number {
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

/** Truncates a text to the available width, with an ellipsis, between words where spaces separate them. */
export function truncate(text: string, part: ResultPart): string {
  const room = MAX_WIDTH[part];
  if (widthInPixels(text, part) <= room) return text;
  let out = '';
  for (const one of text) {
    if (widthInPixels(`${out}${one}…`, part) > room) break;
    out += one;
  }
  const words = out.replace(/\s+\S*$/, '');
  // A word that is nearly as long as the line, or Chinese, which has no spaces, is cut where the room ends.
  return `${(words.length > out.length / 2 ? words : out).trimEnd()} …`;
}
