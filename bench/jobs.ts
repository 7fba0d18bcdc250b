/** A task for the load generator. */
export interface Job {
  url: string;
  /** The server's process. */
  pid: number;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  /** JSON with placeholders, for POST. */
  body?: string;
  /** Requests use these tokens in turn, instead of the first of them. All have the same length. */
  tokens?: string[];
  /** Any other status fails the run. */
  expect: number;
  /** The status of the first answer, if it differs. */
  expectOnce?: number;
  connections: number;
  warmUpMs: number;
  measureMs: number;
  /** Count processor time until server and PostgreSQL are idle. */
  untilQuiet?: boolean;
  /** A statement to run before every request, which is then sent alone; its time does not count. */
  before?: { database: string; statement: string };
}

export interface Answers {
  /** Answers per second. */
  rate: number;
  medianMs: number;
  p99Ms: number;
  /** Including the warm-up. */
  count: number;
}

export interface Measurement extends Answers {
  /** The server's processor time per request; NaN if the system does not report it. */
  cpuUs: number;
  /** The same for all processes of PostgreSQL. */
  databaseUs: number;
  /** Both. */
  wholeUs: number;
}

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
