import { ImportError, mostMistakes, type Mistake } from './mistakes.ts';
import { nearestOf } from '../nearest.ts';
import type { Removed } from '../shapes.ts';
import { faultOf, problemAt, type Fault } from '../../errors/catalogue.ts';

/** One record of a file, the same whether it was written as CSV or as JSON. */
export interface Row {
  line: number;
  /** Where it is in a JSON array, such as [3]; empty for CSV. */
  at: string;
  /** As they were written: nothing about them is checked yet. */
  fields: Record<string, unknown>;
}

/** The rows that could be read, and what is wrong with the rest. */
export interface Contents {
  rows: Row[];
  mistakes: Mistake[];
  /** Columns that were reported once, for the header, so that no line is reported for them. */
  missing?: readonly string[];
}

/** More are imported in parts: all of a file's rows are held at once. */
export const mostRows = 250_000;
export const tooManyRows = (line: number): Mistake => ({ line, ...problemAt('', 'records.many', { most: mostRows }) });

/** Which names a file may have. */
export interface Layout {
  fields: readonly string[];
  /** Columns that a CSV file must have. */
  required: readonly string[];
  /** What else a column may be called, in small letters, and which field that is; one that is no field is passed over. */
  headings?: ReadonlyMap<string, string>;
  removed?: Removed;
  /** CSV columns whose cells hold more than one value. */
  cells?: Readonly<Record<string, (cell: string) => unknown>>;
}

export type Report = (field: string, fault: Fault) => unknown;

/**
 * Turns rows into records. `check` reports what is wrong with a row, and answers its record if at least the number is
 * right; two rows with one number are a mistake, because they would be the same record.
 */
export function recordsOf<T extends { number: string }>(
  { rows, mistakes, missing = [] }: Contents,
  check: (row: Row, report: Report) => T | undefined,
): { row: Row; record: T }[] {
  const all = [...mistakes];
  const records = new Map<string, { row: Row; record: T }>();
  for (const row of rows) {
    const report = reportFor(row, all);
    const record = check(row, (field, fault) => missing.includes(field) || report(field, fault));
    if (record === undefined) continue;
    const first = records.get(record.number)?.row;
    if (first === undefined) records.set(record.number, { row, record });
    else report('number', faultOf('record.repeated', { value: record.number, line: first.line, at: first.at }));
  }
  if (all.length > 0) throw new ImportError(all);
  return [...records.values()];
}

export const reportFor =
  (row: Row, mistakes: Mistake[]): Report =>
  (field, fault) =>
    mistakes.length < mostMistakes &&
    mistakes.push({ line: row.line, path: [row.at, field].filter((part) => part !== '').join('.'), ...fault });

/** "is not a known column; did you mean name?" */
export function unknownName(
  code: 'column.unknown' | 'entry.unknown',
  name: string,
  { fields, removed = {} }: Layout,
): Fault {
  const instead = Object.hasOwn(removed, name) ? removed[name] : undefined;
  if (instead !== undefined) return faultOf(code, { instead });
  const nearest = nearestOf(name, [...fields]);
  return faultOf(code, nearest === undefined ? { known: fields } : { nearest });
}
