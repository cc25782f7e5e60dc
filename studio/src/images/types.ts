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
  /** A text may use it. */
  described: boolean;
  author: string;
  createdAt: string;
  thumbnail: string;
  uses: { site: string; kind: string; name: string; title: string }[];
};

export type ImagePage = { images: Image[]; next: string };

/** Media types that the server takes; of others it looks at the content. */
export const TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];

/** Files that may be images, of what was dropped or pasted. Words that come with a picture of them are words. */
export function imagesOf(data: DataTransfer | null): File[] {
  if (!data || data.types.includes('text/plain')) return [];
  return [...data.files].filter(({ type }) => type.startsWith('image/'));
}

const WIDTHS = [320, 640, 960, 1440];
const NAME = /^image:([0-9a-f]{32})-(\d{1,4})x\d{1,4}\.(?:jpg|png)$/;

/** Where the Studio finds an image of a text, about as wide as a column; undefined for what is none of its images. */
export function fileOf(src: string): string | undefined {
  const found = NAME.exec(src);
  if (!found) return undefined;
  const own = Number(found[2]);
  const width = [...WIDTHS.filter((one) => one < own), own].findLast((one) => one <= 640) ?? own;
  return `/studio/api/images/files/${found[1]}-${width}.webp`;
}
