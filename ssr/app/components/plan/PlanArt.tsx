import type { ReactNode } from 'react';

// One gradient per region, dark enough for white text.
const REGION: Record<string, string> = {
  asia: 'from-[#0b6e6e] to-[#0a3f5c]',
  'china-hk-macau': 'from-[#a3341b] to-[#5c1a2e]',
  europe: 'from-[#24479c] to-[#1a2a5e]',
  americas: 'from-[#8a4b0f] to-[#4a2a12]',
  oceania: 'from-[#0a6a8f] to-[#123a6b]',
  'middle-east-africa': 'from-[#7d5a12] to-[#4d2f0d]',
  global: 'from-[#4a3f8f] to-[#10233a]',
  monthly: 'from-[#5b2c7a] to-[#2c1a52]',
};

// The same for all plans, round a place of their own: a listing has many, and what repeats packs to nothing.
const RINGS = [28, 56, 90, 130].map((r) => `M${r} 0A${r} ${r} 0 1 1 ${r}-.01`).join('');

type Props = { group: string; goodsId: string; className?: string; children: ReactNode };

/** Coloured ground of a plan: the region's gradient and rings round a place that differs from plan to plan. */
export function PlanArt({ group, goodsId, className = '', children }: Props) {
  const seed = hash(goodsId);
  const x = 200 + (seed % 120);
  const y = (seed >> 4) % 160;
  return (
    <div
      className={`relative overflow-hidden bg-linear-to-br text-white ${REGION[group] ?? REGION.global} ${className}`}
    >
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
