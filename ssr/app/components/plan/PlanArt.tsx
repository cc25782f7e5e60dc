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

// One drawing per region, on a ground of 24 × 24: a lotus, a skyline, an arch, mountains, waves, a palm, the globe, a calendar.
const GLYPH: Record<string, string> = {
  asia: 'M12 19q-5-5 0-13 5 8 0 13q-8 0-9-8 6 0 9 8q8 0 9-8-6 0-9 8',
  'china-hk-macau': 'M3 20V11h5v9m0-15h7v15m0-10h6v10',
  europe: 'M4 20V10a8 8 0 0 1 16 0v10h-5v-6a3 3 0 0 0-6 0v6z',
  americas: 'M2 20 9 6l5 9 3-4 5 9z',
  oceania: 'M2 9q5-6 10 0t10 0M2 17q5-6 10 0t10 0',
  'middle-east-africa': 'M12 21v-10q-4-5-9-1m9 1q4-5 9-1m-9 1q-1-6-6-7m6 7q1-6 6-7',
  global: 'M3 12h18M12 3a14 14 0 0 1 0 18M12 3a14 14 0 0 0 0 18a9 9 0 1 0 0-18',
  monthly: 'M4 6h16v14H4zM4 11h16M8 3v5m8-5v5',
};

/** What a region is known by at a glance; its name stands elsewhere. */
export function RegionGlyph({ group }: { group: string }) {
  return (
    <svg className="icon size-7 opacity-80" viewBox="0 0 24 24" aria-hidden="true">
      <path d={GLYPH[group] ?? GLYPH.global} />
    </svg>
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
