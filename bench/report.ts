import type { Case, Comparison } from './cases.ts';
import { median, type Measurement } from './jobs.ts';

/** The measurements of each server, by round. */
export type Rounds = Map<string, Measurement[]>;

export interface Target {
  what: string;
  target: string;
  measured: string;
  /** Undefined if there is no target. */
  reached: boolean | undefined;
}

const names: Record<keyof Measurement, string> = {
  rate: 'answers a second',
  medianMs: 'median latency',
  p99Ms: '99th percentile',
  count: 'answers',
  cpuUs: 'processor time',
  databaseUs: 'processor time of PostgreSQL',
  wholeUs: 'processor time of Node and PostgreSQL',
};

/** Ratios are taken within a round, in which both met the same load; their median counts. */
export function compare({ title }: Case, rounds: Rounds, { of, to, by, toBy = by, min, max }: Comparison) {
  const values = (who: string, what: keyof Measurement) =>
    (rounds.get(who) as Measurement[]).map((measured) => measured[what]);
  const others = values(to, toBy);
  const ratios = values(of, by).map((value, at) => value / (others[at] as number));
  const ratio = median(ratios);
  const what =
    of === to ? `${of}, ${names[by]} to ${names[toBy]}` : `${of} to ${to}${by === 'rate' ? '' : `, ${names[by]}`}`;
  const measured = shown(ratios);
  const target = min !== undefined ? `at least ${min}` : max !== undefined ? `at most ${max}` : undefined;
  const reached = (min === undefined || ratio >= min) && (max === undefined || ratio <= max);
  return {
    what,
    measured,
    target: target === undefined ? undefined : { what: `${title}: ${what}`, target, measured, reached },
  };
}

export const madeOf = ({ comparisons }: Case, rounds: Rounds) =>
  comparisons.filter(({ of, to }) => [of, to].every((who) => (rounds.get(who) ?? []).length > 0));

export function describeCase(one: Case, rounds: Rounds): string[] {
  const compared = madeOf(one, rounds).map((comparison) => ({
    of: comparison.of,
    ...compare(one, rounds, comparison),
  }));
  return [...rounds].map(([who, measured]) => {
    const ratios = compared
      .filter(({ of }) => of === who)
      .map(({ what, measured: ratio }) => `${what.replace(new RegExp(`^${who}(?: |, )`), '')}: ${ratio}`);
    return row([
      one.title,
      who,
      digits(median(measured.map(({ rate }) => rate))),
      digits(median(measured.map(({ medianMs }) => medianMs))),
      digits(median(measured.map(({ p99Ms }) => p99Ms))),
      digits(median(measured.map(({ cpuUs }) => cpuUs))),
      digits(median(measured.map(({ databaseUs }) => databaseUs))),
      ratios.join('; '),
    ]);
  });
}

export const table = (heads: string[], rows: string[]) => [row(heads), row(heads.map(() => '---')), ...rows].join('\n');

export const row = (cells: string[]) => `| ${cells.join(' | ')} |`;

/** The median, and in brackets the least and the most. */
export const shown = (values: number[]) =>
  `${digits(median(values))} (${digits(Math.min(...values))} to ${digits(Math.max(...values))})`;

/** Three significant digits are all that such a measurement has. */
export const digits = (value: number) =>
  value >= 100 ? Math.round(value).toLocaleString('en-US') : Number(value.toPrecision(3)).toString();
