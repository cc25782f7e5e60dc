/** A time for which the machine stood still: its end in milliseconds since 1970, and how long it was in milliseconds. */
export type Standstill = { ended: number; lasted: number };
export function standstills(file: string | undefined): Standstill[];
export function stoodStill(file: string | undefined, from: number, to: number): boolean;
