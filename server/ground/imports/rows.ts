import { ImportError, maxMistakes, type Mistake } from './mistakes.ts';
import { inSlices } from '../scheduling/slices.ts';
import { faultOf, problemAt, type Fault } from '../../../common/errors/catalogue.ts';

export interface ImportRow {
  line: number;
  /** The index in a JSON array, such as [3]; empty for CSV. */
  at: string;
  fields: Record<string, unknown>;
}

/** Rows are read lazily, so that reading can stop after too many mistakes. */
export interface Contents {
  /** Undefined stands for an empty line or an unreadable record. */
  rows: Iterable<ImportRow | undefined>;
  mistakes: Mistake[];
  /** Columns missing in the header are reported once, not for each line. */
  missing?: readonly string[];
}

/** All rows of a file are in memory at once. */
export const maxRows = 250_000;
export const tooManyRows = (line: number): Mistake => ({ line, ...problemAt('', 'records.many', { most: maxRows }) });

/**
 * In characters; room for a thousand proposal ids and a thousand facilities with ordinary names. One record is parsed
 * without a pause, so it must stay small.
 */
export const maxRecordLength = 256 * 1024;
export const tooLarge = faultOf('record.large', { most: maxRecordLength });

/** Preparing a statement of this size and reading its answer takes milliseconds, during which other requests wait. */
const chunkRows = 250;

export function* chunksOf<T>(rows: readonly T[]): Generator<T[]> {
  for (let from = 0; from < rows.length; from += chunkRows) yield rows.slice(from, from + chunkRows);
}

export type Report = (field: string, fault: Fault) => unknown;

/**
 * `check` reports the mistakes of a row and returns its record if the number is valid. Two rows with the same number
 * are a mistake, of `field`. Throws an ImportError if there is any mistake.
 */
export async function recordsOf<T extends { number: string }>(
  { rows, mistakes, missing = [] }: Contents,
  check: (row: ImportRow, report: Report) => T | undefined,
  caller?: string,
  field = 'number',
): Promise<{ row: ImportRow; record: T }[]> {
  const records = new Map<string, { row: ImportRow; record: T }>();
  for await (const row of inSlices(rows, caller)) {
    if (row !== undefined) {
      const report = reportFor(row, mistakes);
      const record = check(row, (field, fault) => missing.includes(field) || report(field, fault));
      const first = record && records.get(record.number)?.row;
      if (record !== undefined && first === undefined) records.set(record.number, { row, record });
      else if (record !== undefined && first !== undefined)
        report(field, faultOf('record.repeated', { value: record.number, line: first.line, at: first.at }));
    }
    if (mistakes.length >= maxMistakes) break;
  }
  if (mistakes.length > 0) throw new ImportError(mistakes);
  return [...records.values()];
}

export const reportFor =
  (row: ImportRow, mistakes: Mistake[]): Report =>
  (field, fault) =>
    mistakes.length < maxMistakes &&
    mistakes.push({ line: row.line, path: [row.at, field].filter((part) => part !== '').join('.'), ...fault });
