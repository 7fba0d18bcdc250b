import { CsvFault, linesOfCells, mostCells, type Line } from './cells.ts';
import { faultOf, problemAt, type Fault } from '../../errors/catalogue.ts';
import { withoutGuard } from '../csv/cell.ts';
import { printable } from './fields.ts';
import type { Mistake } from './mistakes.ts';
import { mostRows, reportFor, tooManyRows, unknownName, type Contents, type Layout, type Row } from './rows.ts';

/** A header line with the names of fields, or with their headings in a file that was exported, then one record a line. */
export function readCsv(text: string, layout: Layout): Contents {
  const { lines, mistakes } = split(text);
  const [written, ...body] = lines;
  if (written === undefined) return { rows: [], mistakes: mistakes.length > 0 ? mistakes : [empty] };
  const header = { ...written, cells: written.cells.map((name) => fieldOf(name, layout)) };
  const missing = layout.required.filter((name) => !header.cells.includes(name));
  mistakes.push(...mistakesOfHeader(header, layout, missing));
  const rows = body.flatMap((line) => rowOf(line, header, layout, mistakes) ?? []);
  return { rows, mistakes, missing };
}

const empty: Mistake = { line: 1, ...problemAt('', 'file.nothing') };

/** A heading means the field that it is the heading of; any other name means itself. */
const fieldOf = (name: string, { fields, headings }: Layout): string =>
  fields.includes(name) ? name : (headings?.get(name.toLowerCase()) ?? name);

/** Swedish spreadsheets write a semicolon between cells, others a comma, and some a tab; no column's name holds any of them. */
function delimiterOf(text: string): string {
  const begin = text.search(/\S/);
  const end = text.indexOf('\n', begin);
  const header = begin === -1 ? '' : text.slice(begin, end === -1 ? text.length : end);
  return [';', ',', '\t'].find((delimiter) => header.includes(delimiter)) ?? ',';
}

const faults: Record<CsvFault['kind'], Fault> = {
  'open quote': faultOf('quote.open'),
  'stray quote': faultOf('quote.stray'),
  'too many cells': faultOf('cells.many', { most: mostCells }),
};

function split(text: string): { lines: Line[]; mistakes: Mistake[] } {
  const lines: Line[] = [];
  try {
    for (const line of linesOfCells(text, delimiterOf(text)))
      if (lines.push(line) > mostRows + 1) return { lines: [], mistakes: [tooManyRows(line.line)] };
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error;
    return { lines, mistakes: [{ line: error.line, path: '', ...faults[error.kind] }] };
  }
  return { lines, mistakes: [] };
}

function mistakesOfHeader({ line, cells }: Line, layout: Layout, missing: string[]): Mistake[] {
  const named = cells.filter((name) => name !== '');
  const repeated = new Set(named.filter((name, place) => named.indexOf(name) !== place));
  const at = (name: string, fault: Fault): Mistake => ({ line, path: printable(name), ...fault });
  return [
    ...named
      .filter((name) => !layout.fields.includes(name) && !isExported(name, layout))
      .map((name) => at(name, unknownName('column.unknown', name, layout))),
    ...[...repeated].map((name) => at(name, faultOf('column.repeated'))),
    ...missing.map((name) => at(name, faultOf('column.missing'))),
  ];
}

/** A column that a file has when it was exported, and that says nothing to an import. */
const isExported = (name: string, { headings }: Layout) => headings?.get(name.toLowerCase()) === name;

function rowOf(
  { line, cells }: Line,
  header: Line,
  { fields, cells: readers = {} }: Layout,
  mistakes: Mistake[],
): Row | undefined {
  const row: Row = { line, at: '', fields: {} };
  const report = reportFor(row, mistakes);
  const columns = header.cells;
  if (cells.length !== columns.length) {
    report('', faultOf('cells.count', { cells: cells.length, columns: columns.length }));
    return undefined;
  }
  cells.forEach((cell, place) => {
    const name = columns[place] as string;
    const text = withoutGuard(cell);
    if (fields.includes(name)) row.fields[name] = readers[name]?.(text) ?? text;
    else if (name === '' && cell !== '') report('', faultOf('cell.unnamed', { cell: place + 1 }));
  });
  return row;
}
