/** What the load generator is asked to do, and what it answers. */
export interface Job {
  url: string;
  /** The server's process. */
  pid: number;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  /** JSON with placeholders, for POST. */
  body?: string;
  /** Every answer must have this status, or the run fails. */
  expect: number;
  connections: number;
  warmUpMs: number;
  measureMs: number;
  /** Whether the processor's time is counted until neither the server nor PostgreSQL has anything left to do. */
  untilQuiet?: boolean;
  /** Run on this database before every request, which is then sent alone; its time does not count. */
  before?: { database: string; statement: string };
}

export interface Answers {
  /** Answers a second. */
  rate: number;
  medianMs: number;
  /** All but one in a hundred answers came within this. */
  p99Ms: number;
  /** All of them, those of the warm-up too. */
  count: number;
}

export interface Measured extends Answers {
  /** The processor's time that the server took for each; NaN where the system does not tell it. */
  cpuUs: number;
  /** The same of PostgreSQL, all of its processes together. */
  databaseUs: number;
}

/** The value that so large a part of all is not above. */
export function quantile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] as number;
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1
    ? (sorted[Math.floor(middle)] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}
