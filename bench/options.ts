import { parseArgs } from 'node:util';
import type { Times } from './cases.ts';

export interface Options {
  times: Times;
  rounds: number;
  /** Invoices in the table that is not empty. */
  invoices: number;
  /** The one case to run; undefined: all. */
  only: string | undefined;
}

export function readOptions(args: string[], names: string[]): Options {
  const { values } = parseArgs({ args, options: { quick: { type: 'boolean' }, only: { type: 'string' } } });
  if (values.only !== undefined && !names.includes(values.only)) throw new Error(`There is no case ${values.only}. The cases are ${names.join(', ')}.`);
  return values.quick
    ? { times: { warmUpMs: 300, measureMs: 700 }, rounds: 3, invoices: 100_000, only: values.only }
    : { times: { warmUpMs: 500, measureMs: 1_500 }, rounds: 5, invoices: 1_000_000, only: values.only };
}
