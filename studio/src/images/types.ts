/** An image that was uploaded. */
export type Image = {
  hash: string;
  /** What texts call it, after `image:`. */
  name: string;
  /** Those of its largest file, in pixels. */
  width: number;
  height: number;
  bytes: number;
  altEn: string;
  altZh: string;
  decorative: boolean;
  /** It has an alternative text or is decorative: texts may use it. */
  described: boolean;
  author: string;
  createdAt: string;
  thumbnail: string;
  revision: string;
  uses: { site: string; kind: string; name: string; title: string }[];
};

export type ImagePage = { images: Image[]; next: string };

/** Media types that the server takes; of others it looks at the content. */
export const ACCEPTED_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];

/** The image files in dropped or pasted data; none when the data has text, of which some programs add a picture. */
export function imageFilesOf(data: DataTransfer | null): File[] {
  if (!data || data.types.includes('text/plain')) return [];
  return [...data.files].filter(({ type }) => type.startsWith('image/'));
}

const WIDTHS = [320, 640, 960, 1440];
const NAME = /^image:([0-9a-f]{32})-(\d{1,4})x\d{1,4}\.(?:jpg|png)$/;

/** The address of an image of a text, about as wide as a column; undefined when the source is not one of the Studio's images. */
export function imageUrlOf(src: string): string | undefined {
  const found = NAME.exec(src);
  if (!found) return undefined;
  const own = Number(found[2]);
  const width = [...WIDTHS.filter((one) => one < own), own].findLast((one) => one <= 640) ?? own;
  return `/studio/api/images/files/${found[1]}-${width}.webp`;
}
