import type { ReactNode } from 'react';

// One gradient per region, dark enough for white text. Written whole: the utilities for the parts of a gradient bring eight
// registered properties into each page's styles, half a kilobyte of them.
const REGION: Record<string, string> = {
  asia: 'bg-[linear-gradient(to_bottom_right,#0b6e6e,#0a3f5c)]',
  'china-hk-macau': 'bg-[linear-gradient(to_bottom_right,#a3341b,#5c1a2e)]',
  europe: 'bg-[linear-gradient(to_bottom_right,#24479c,#1a2a5e)]',
  americas: 'bg-[linear-gradient(to_bottom_right,#8a4b0f,#4a2a12)]',
  oceania: 'bg-[linear-gradient(to_bottom_right,#0a6a8f,#123a6b)]',
  'middle-east-africa': 'bg-[linear-gradient(to_bottom_right,#7d5a12,#4d2f0d)]',
  global: 'bg-[linear-gradient(to_bottom_right,#4a3f8f,#10233a)]',
  monthly: 'bg-[linear-gradient(to_bottom_right,#5b2c7a,#2c1a52)]',
};

/** What a region is known by at a glance, a white line drawing; its name stands elsewhere. */
export function RegionGlyph({ group }: { group: string }) {
  const known = group in REGION ? group : 'global';
  return (
    <img
      src={`/pc-static/regions/${known}.svg`}
      alt=""
      width="28"
      height="28"
      loading="lazy"
      fetchPriority="low"
      className="opacity-80"
    />
  );
}

// The same for all plans, round a place of their own: a listing has many, and what repeats packs to nothing.
const RINGS = [28, 56, 90, 130].map((r) => `M${r} 0A${r} ${r} 0 1 1 ${r}-.01`).join('');

/** The gradient of a region, as a class. */
export function groundOf(group: string): string {
  return REGION[group] ?? REGION.global!;
}

type Props = { group: string; goodsId: string; className?: string; children: ReactNode };

/** Coloured ground of a plan: the region's gradient and rings round a place that differs from plan to plan. */
export function PlanArt({ group, goodsId, className = '', children }: Props) {
  const seed = hash(goodsId);
  const x = 200 + (seed % 120);
  const y = (seed >> 4) % 160;
  return (
    <div className={`relative overflow-hidden text-white ${groundOf(group)} ${className}`}>
      <svg
        className="rings"
        viewBox={`${-x} ${-y} 320 160`}
        preserveAspectRatio="xMaxYMid slice"
        aria-hidden="true"
      >
        <path d={RINGS} />
        <circle r="7" />
      </svg>
      <div className="relative">{children}</div>
    </div>
  );
}

function hash(text: string): number {
  let value = 17;
  for (const char of text) value = (value * 31 + char.charCodeAt(0)) % 65_521;
  return value;
}
