/** A pause of the machine: its end in milliseconds since 1970, and how long it was in milliseconds. */
export type MachinePause = { ended: number; lasted: number };
export function machinePauses(file: string | undefined): MachinePause[];
export function pausedBetween(file: string | undefined, from: number, to: number): boolean;
