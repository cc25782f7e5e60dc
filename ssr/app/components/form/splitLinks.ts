export type TextPart = { text: string; link?: string };

/**
 * A translated sentence with links, `Read the <terms>Terms</terms>.`, in parts. i18next's own component
 * for this brings an HTML parser of several kB.
 */
export function splitLinks(sentence: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const found of sentence.matchAll(/<(\w+)>(.*?)<\/\1>/g)) {
    if (found.index > end) parts.push({ text: sentence.slice(end, found.index) });
    parts.push({ text: found[2]!, link: found[1] });
    end = found.index + found[0].length;
  }
  if (end < sentence.length) parts.push({ text: sentence.slice(end) });
  return parts;
}
