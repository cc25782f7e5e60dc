import type { SimUsageMeter } from '../../gw/types';

/** Whether the plans of a SIM have this at all: what they do not have is 0 of 0. */
export function hasMeter({ used, total, unlimited }: SimUsageMeter): boolean {
  return unlimited || used > 0 || total !== 0;
}

/** How full a bar is, 0 to 100; undefined when there is nothing to be a part of. */
export function usedPercent({ used, total, unlimited }: SimUsageMeter): number | undefined {
  if (unlimited || !total) return undefined;
  return Math.min(100, Math.max(0, Math.round((used / total) * 100)));
}
