/** An SVG text as the source of an `<img>`: it is drawn, and nothing in it can run. */
export function svgData(svg: string): string {
  let binary = '';
  for (const byte of new TextEncoder().encode(svg)) binary += String.fromCharCode(byte);
  return `data:image/svg+xml;base64,${btoa(binary)}`;
}
