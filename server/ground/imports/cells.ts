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

export const maxCells = 100;

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
