import type { ComponentProps } from 'react';
import { useShell } from '../../router/page';

type Props = { codes: readonly string[]; max?: number };

/** The first flags of a list and how many more there are; decoration beside the names. */
export function Flags({ codes, max = 4 }: Props) {
  // "+1" would take as much room as the flag it stands for.
  const shown = codes.length === max + 1 ? codes : codes.slice(0, max);
  const more = codes.length - shown.length;
  return (
    <span className="flex h-4 items-center gap-1" aria-hidden="true">
      {shown.map((code) => (
        <Flag key={code} code={code} />
      ))}
      {more > 0 && <span className="ml-1 text-14 font-semibold">+{more}</span>}
    </span>
  );
}

/** The picture of a destination by its ISO 3166 code: its flag, or the tile where the site shows no flag for it. */
export function Flag({ code, ...image }: ComponentProps<'img'> & { code: string }) {
  const name = useShell().tiles?.includes(code) ? 'tile' : code.toLowerCase();
  return <FlagImage src={`/assets/flags/${name}.webp`} {...image} />;
}

/** A flag or the image in its place, 24 x 16 by default. */
export function FlagImage(image: ComponentProps<'img'>) {
  return (
    <img
      src={image.src}
      alt=""
      width="24"
      height="16"
      loading="lazy"
      fetchPriority="low"
      className="flag"
      {...image}
    />
  );
}
