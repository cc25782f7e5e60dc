import type { ReactNode } from 'react';

// The gradient of each region, as a class.
const REGION: Record<string, string> = {
  asia: 'gradient-asia',
  'china-hk-macau': 'gradient-china-hk-macau',
  europe: 'gradient-europe',
  americas: 'gradient-americas',
  oceania: 'gradient-oceania',
  'middle-east-africa': 'gradient-middle-east-africa',
  global: 'gradient-global',
  monthly: 'gradient-monthly',
};

/** The symbol of a region, a white line drawing; its name is beside it. */
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

// One path for all plans, moved by the viewBox: repeated markup compresses well.
const RINGS = [28, 56, 90, 130].map((r) => `M${r} 0A${r} ${r} 0 1 1 ${r}-.01`).join('');

/** The gradient of a region, as a class; that of the whole world for a region without one. */
export function gradientOf(group: string): string {
  return REGION[group] ?? REGION.global!;
}

type Props = { group: string; goodsId: string; className?: string; children: ReactNode };

/** The coloured background of a plan: the region's gradient, and rings whose centre differs from plan to plan. */
export function PlanArt({ group, goodsId, className = '', children }: Props) {
  const seed = hash(goodsId);
  const x = 200 + (seed % 120);
  const y = (seed >> 4) % 160;
  return (
    <div className={`relative overflow-hidden text-white ${gradientOf(group)} ${className}`}>
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
