import { ImportError, mostMistakes, type Mistake } from './mistakes.ts';
import { nearestOf } from '../nearest.ts';
import { inSlices } from '../slices.ts';
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

/** A file as it is read: each record when it is asked for, so that a file full of mistakes need not be read to its end. */
export interface Contents {
  /** Undefined where there is no record, or one that cannot be read. */
  rows: Iterable<Row | undefined>;
  /** What is wrong with the records that were read so far. */
  mistakes: Mistake[];
  /** Columns that were reported once, for the header, so that no line is reported for them. */
  missing?: readonly string[];
}

/** More are imported in parts: all of a file's rows are held at once. */
export const mostRows = 250_000;
export const tooManyRows = (line: number): Mistake => ({ line, ...problemAt('', 'records.many', { most: mostRows }) });

/** In characters: a thousand proposal ids and a thousand facilities with ordinary names. One record is read at a stretch, so it must stay small. */
export const longestRecord = 256 * 1024;
export const tooLarge = faultOf('record.large', { most: longestRecord });

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
 * right; two rows with one number are a mistake, because they would be the same record. After `mostMistakes` the file is read no further.
 */
export async function recordsOf<T extends { number: string }>(
  { rows, mistakes, missing = [] }: Contents,
  check: (row: Row, report: Report) => T | undefined,
): Promise<{ row: Row; record: T }[]> {
  const records = new Map<string, { row: Row; record: T }>();
  for await (const row of inSlices(rows)) {
    if (row !== undefined) {
      const report = reportFor(row, mistakes);
      const record = check(row, (field, fault) => missing.includes(field) || report(field, fault));
      const first = record && records.get(record.number)?.row;
      if (record !== undefined && first === undefined) records.set(record.number, { row, record });
      else if (record !== undefined && first !== undefined)
        report('number', faultOf('record.repeated', { value: record.number, line: first.line, at: first.at }));
    }
    if (mistakes.length >= mostMistakes) break;
  }
  if (mistakes.length > 0) throw new ImportError(mistakes);
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
