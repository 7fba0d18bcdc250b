import { CsvFault, linesOfCells, maxCells, type CsvLine } from './cells.ts';
import { faultOf, problemAt, type Fault } from '../../../common/errors/catalogue.ts';
import { withoutGuard } from '../csv/cell.ts';
import { printable } from './fields.ts';
import { unknownName, type Layout } from './layout.ts';
import { maxMistakes, type Mistake } from './mistakes.ts';
import { maxRecordLength, maxRows, reportFor, tooLarge, tooManyRows, type Contents, type ImportRow } from './rows.ts';

export function readCsv(text: string, layout: Layout): Contents {
  const mistakes: Mistake[] = [];
  const missing: string[] = [];
  return { rows: rowsOf(text, layout, mistakes, missing), mistakes, missing };
}

function* rowsOf(
  text: string,
  layout: Layout,
  mistakes: Mistake[],
  missing: string[],
): Generator<ImportRow | undefined, void> {
  let header: CsvLine | undefined;
  let records = 0;
  try {
    for (const line of linesOfCells(text, delimiterOf(text))) {
      if (line === undefined) yield undefined;
      else if (header === undefined) {
        header = { ...line, cells: line.cells.map((name) => fieldOf(name, layout)) };
        missing.push(...layout.required.filter((name) => !header?.cells.includes(name)));
        mistakes.push(...mistakesOfHeader(header, layout, missing).slice(0, maxMistakes));
      } else if (++records > maxRows) {
        mistakes.push(tooManyRows(line.line));
        return;
      } else yield rowOf(line, header, layout, mistakes);
    }
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error;
    mistakes.push({ line: error.line, path: '', ...faults[error.kind] });
  }
  if (header === undefined && mistakes.length === 0) mistakes.push(empty);
}

const empty: Mistake = { line: 1, ...problemAt('', 'file.nothing') };

const fieldOf = (name: string, { fields, headings }: Layout): string =>
  fields.includes(name) ? name : (headings?.get(name.toLowerCase()) ?? name);

/** Swedish spreadsheets write semicolons, others commas or tabs. No column name contains any of them. */
function delimiterOf(text: string): string {
  const begin = text.search(/\S/);
  const end = text.indexOf('\n', begin);
  const header = begin === -1 ? '' : text.slice(begin, end === -1 ? text.length : end);
  return [';', ',', '\t'].find((delimiter) => header.includes(delimiter)) ?? ',';
}

const faults: Record<CsvFault['kind'], Fault> = {
  'open quote': faultOf('quote.open'),
  'stray quote': faultOf('quote.stray'),
  'too many cells': faultOf('cells.many', { most: maxCells }),
};

function mistakesOfHeader({ line, cells }: CsvLine, layout: Layout, missing: string[]): Mistake[] {
  const named = cells.filter((name) => name !== '');
  const repeated = new Set(named.filter((name, index) => named.indexOf(name) !== index));
  const at = (name: string, fault: Fault): Mistake => ({ line, path: printable(name), ...fault });
  return [
    ...named
      .filter((name) => !layout.fields.includes(name) && !isExported(name, layout))
      .map((name) => at(name, unknownName('column.unknown', name, layout))),
    ...[...repeated].map((name) => at(name, faultOf('column.repeated'))),
    ...missing.map((name) => at(name, faultOf('column.missing'))),
  ];
}

/** Exports have columns that an import ignores. */
const isExported = (name: string, { headings }: Layout) => headings?.get(name.toLowerCase()) === name;

function rowOf(
  { line, cells }: CsvLine,
  header: CsvLine,
  { fields, cells: readers = {} }: Layout,
  mistakes: Mistake[],
): ImportRow | undefined {
  const row: ImportRow = { line, at: '', fields: {} };
  const report = reportFor(row, mistakes);
  const columns = header.cells;
  if (cells.length !== columns.length) {
    report('', faultOf('cells.count', { cells: cells.length, columns: columns.length }));
    return undefined;
  }
  if (cells.reduce((length, cell) => length + cell.length, 0) > maxRecordLength) {
    report('', tooLarge);
    return undefined;
  }
  cells.forEach((cell, index) => {
    const name = columns[index] as string;
    const text = withoutGuard(cell);
    if (fields.includes(name)) row.fields[name] = readers[name]?.(text) ?? text;
    else if (name === '' && cell !== '') report('', faultOf('cell.unnamed', { cell: index + 1 }));
  });
  return row;
}
