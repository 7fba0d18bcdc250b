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

const maxCells = 100;

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

/** A record spans several lines if a quoted cell does. */
export interface CsvLine {
  line: number;
  cells: string[];
}

export class CsvFault extends Error {
  readonly kind: 'open quote' | 'stray quote' | 'too many cells';
  readonly line: number;

  constructor(kind: CsvFault['kind'], line: number) {
    super(kind);
    this.kind = kind;
    this.line = line;
  }
}

const newline = 0x0a;
const quote = 0x22;
/** Tabs and spaces around a cell are ignored. A line feed ends the line. */
const isSpace = (code: number) => code === 0x20 || code === 0x09;

/** Reads RFC 4180 with LF line ends, in linear time. Yields undefined for an empty line. */
export function* linesOfCells(text: string, delimiter: string): Generator<CsvLine | undefined> {
  const separator = delimiter.charCodeAt(0);
  let line = 1;
  let at = 0;

  function cell(begunOn: number): string {
    while (isSpace(text.charCodeAt(at)) && text.charCodeAt(at) !== separator) at += 1;
    if (text.charCodeAt(at) === quote) return quoted(begunOn);
    const begin = at;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === separator || code === newline) break;
      if (code === quote) throw new CsvFault('stray quote', line);
    }
    return text.slice(begin, at).trim();
  }

  function quoted(begunOn: number): string {
    const begin = at + 1;
    for (at = text.indexOf('"', begin); text.charCodeAt(at + 1) === quote && at !== -1;) at = text.indexOf('"', at + 2);
    if (at === -1) throw new CsvFault('open quote', begunOn);
    const inner = text.slice(begin, at);
    for (let end = inner.indexOf('\n'); end !== -1; end = inner.indexOf('\n', end + 1)) line += 1;
    do at += 1;
    while (isSpace(text.charCodeAt(at)) && text.charCodeAt(at) !== separator);
    if (at < text.length && text.charCodeAt(at) !== separator && text.charCodeAt(at) !== newline)
      throw new CsvFault('stray quote', line);
    return inner.replaceAll('""', '"').trim();
  }

  for (let before = 1; at < text.length; line += 1, at += 1) {
    const begun = line;
    const cells = [cell(before)];
    while (text.charCodeAt(at) === separator) {
      at += 1;
      if (cells.push(cell(before)) > maxCells) throw new CsvFault('too many cells', begun);
    }
    if (cells.every((text) => text === '')) yield undefined;
    else {
      yield { line: begun, cells };
      before = line + 1;
    }
  }
}
