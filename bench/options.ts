import { parseArgs } from 'node:util';
import type { Times } from './cases.ts';

export interface Options {
  times: Times;
  rounds: number;
  /** Number of stored invoices in the filled database. */
  invoices: number;
  /** The one case to run; all if undefined. */
  only: string | undefined;
  /** Folders of other built versions to compare with, oldest first. */
  against: string[];
}

export function readOptions(args: string[], names: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean' },
      only: { type: 'string' },
      against: { type: 'string', multiple: true },
      rounds: { type: 'string' },
    },
  });
  const { only, against = [] } = values;
  if (only !== undefined && !names.includes(only))
    throw new Error(`There is no case ${only}. The cases are ${names.join(', ')}.`);
  const rounds = values.rounds === undefined ? undefined : Number(values.rounds);
  return values.quick
    ? { times: { warmUpMs: 300, measureMs: 700 }, rounds: rounds ?? 3, invoices: 100_000, only, against }
    : { times: { warmUpMs: 500, measureMs: 1_500 }, rounds: rounds ?? 5, invoices: 1_000_000, only, against };
}
