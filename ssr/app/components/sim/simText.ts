import type { SimUsageMeter } from '../../gw/types';

/** Whether a SIM's plans include what the meter measures; otherwise it is 0 of 0. */
export function hasMeter({ used, total, unlimited }: SimUsageMeter): boolean {
  return unlimited || used > 0 || total !== 0;
}

/** The used part in percent, 0 to 100; undefined without a total. */
export function usedPercent({ used, total, unlimited }: SimUsageMeter): number | undefined {
  if (unlimited || !total) return undefined;
  return Math.min(100, Math.max(0, Math.round((used / total) * 100)));
}
