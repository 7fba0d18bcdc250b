import { CsvFault, linesOfCells, mostCells, type Line } from './cells.ts';
import { printable } from './fields.ts';
import type { Mistake } from './mistakes.ts';
import { mostRows, reportFor, tooManyRows, unknownName, type Contents, type Layout, type Row } from './rows.ts';

/** What parts the values inside a cell. No spreadsheet uses it between cells. */
export const innerSeparator = '|';

/** A header line with the names of fields, then one record a line. */
export function readCsv(text: string, layout: Layout): Contents {
  const { lines, mistakes } = split(text);
  const [header, ...body] = lines;
  if (header === undefined) return { rows: [], mistakes: mistakes.length > 0 ? mistakes : [empty] };
  const missing = layout.required.filter((name) => !header.cells.includes(name));
  mistakes.push(...mistakesOfHeader(header, layout, missing));
  const rows = body.flatMap((line) => rowOf(line, header, layout, mistakes) ?? []);
  return { rows, mistakes, missing };
}

const empty: Mistake = { line: 1, field: '', problem: 'the file is empty; its first line must be the header' };

/** Swedish spreadsheets write a semicolon between cells, others a comma; no column's name holds either. */
function delimiterOf(text: string): string {
  const begin = text.search(/\S/);
  const end = text.indexOf('\n', begin);
  return begin !== -1 && text.slice(begin, end === -1 ? text.length : end).includes(';') ? ';' : ',';
}

const faults: Record<CsvFault['kind'], string> = {
  'open quote': 'from here on there is a quote (") that is never closed',
  'stray quote': 'a cell that holds a quote (") must be in quotes, with that quote written twice: "3/4"" pipe"',
  'too many cells': `there are more than ${mostCells} cells, and no file has as many columns`,
};

function split(text: string): { lines: Line[]; mistakes: Mistake[] } {
  const lines: Line[] = [];
  try {
    for (const line of linesOfCells(text, delimiterOf(text)))
      if (lines.push(line) > mostRows + 1)
        return { lines: [], mistakes: [{ line: line.line, field: '', problem: tooManyRows() }] };
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error;
    return { lines, mistakes: [{ line: error.line, field: '', problem: faults[error.kind] }] };
  }
  return { lines, mistakes: [] };
}

function mistakesOfHeader({ line, cells }: Line, layout: Layout, missing: string[]): Mistake[] {
  const named = cells.filter((name) => name !== '');
  const repeated = new Set(named.filter((name, place) => named.indexOf(name) !== place));
  const at = (name: string, problem: string): Mistake => ({ line, field: printable(name), problem });
  return [
    ...named
      .filter((name) => !layout.fields.includes(name))
      .map((name) => at(name, unknownName('column', name, layout))),
    ...[...repeated].map((name) => at(name, 'is the name of more than one column')),
    ...missing.map((name) => at(name, 'is a column that must be there')),
  ];
}

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
    report(
      '',
      `there are ${cells.length} cells, but the header has ${columns.length}; a cell that holds a comma, a semicolon or a line break must be in quotes`,
    );
    return undefined;
  }
  cells.forEach((cell, place) => {
    const name = columns[place] as string;
    if (fields.includes(name)) row.fields[name] = readers[name]?.(cell) ?? cell;
    else if (name === '' && cell !== '')
      report('', `cell ${place + 1} has a value, but its column has no name in the header`);
  });
  return row;
}
