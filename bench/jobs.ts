/** What the load generator is asked to do, and what it answers. */
export interface Job {
  url: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  /** JSON with placeholders, for POST. */
  body?: string;
  /** Every answer must have this status, or the run fails. */
  expect: number;
  connections: number;
  warmUpMs: number;
  measureMs: number;
  /** Run on this database before every request, which is then sent alone; its time does not count. */
  before?: { database: string; statement: string };
}

export interface Measured {
  /** Answers a second. */
  rate: number;
  medianMs: number;
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1
    ? (sorted[Math.floor(middle)] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}
