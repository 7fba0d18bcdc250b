import { problem } from './entry.ts';
import { quoted } from './short.ts';
import { adviceOn, sizeInWords, thousands, type UnknownName } from './words.ts';

export type FileFault =
  | { fault: 'ends'; bytes: number }
  | { fault: 'header' | 'cut' | 'early' }
  | { fault: 'misplaced' | 'attribute'; line: number; what: string }
  | { fault: 'expected'; line: number; what: string; expected: string }
  | { fault: 'deep'; most: number }
  | { fault: 'open' | 'bytes' | 'encoding'; what: string };

function faultInWords(file: FileFault): string {
  switch (file.fault) {
    case 'ends':
      return `it ends after ${file.bytes} bytes`;
    case 'header':
      return 'its header is not complete';
    case 'cut':
      return 'it has no %%EOF at its end, so it was cut off';
    case 'early':
      return 'it ends too early';
    case 'misplaced':
      return `line ${file.line} has ${file.what} where XML does not allow it`;
    case 'attribute':
      return `line ${file.line} has the attribute ${file.what} twice`;
    case 'expected':
      return `line ${file.line} has ${file.what} where ${file.expected} is expected`;
    case 'deep':
      return `it is nested deeper than ${thousands(file.most)} levels`;
    case 'open':
      return `it ends before ${file.what} is closed`;
    case 'bytes':
      return `its bytes are not valid ${file.what}`;
    default:
      return `its encoding ${file.what} is not known`;
  }
}

type BrokenFile = { kind: string } & FileFault;
type FileClaim = { kind: string; says: string };
const notOfKind = ({ kind }: { kind: string }) => `the file is not ${kind === 'XML' ? 'well-formed XML' : `a ${kind}`}`;

export const fileProblems = {
  'file.broken': problem({
    standsAlone: true,
    counted: ({ kind }: BrokenFile) => ({ kind }),
    what: (file) => `${notOfKind(file)}: ${faultInWords(file)}`,
    cause: notOfKind,
  }),
  'file.claim': problem({
    standsAlone: true,
    counted: ({ kind }: FileClaim) => ({ kind }),
    what: ({ kind, says }) => `the file is ${kind} by its bytes, but its content type says ${quoted(says)}`,
    cause: ({ kind }) => `the file is ${kind} by its bytes, but its content type says something else`,
  }),
  'file.empty': problem({ standsAlone: true, what: 'the file is empty' }),
  'file.infected': problem({
    standsAlone: true,
    what: ({ threat }: { threat: string }) =>
      `the virus scanner found ${quoted(threat)} in the file, so it was not stored; send a file without it`,
    cause: 'the virus scanner found a threat in the file',
  }),
  'file.kind': problem({
    standsAlone: true,
    what: ({ accepted }: { accepted: readonly string[] }) =>
      `the file is of a kind that is not accepted; send one of ${accepted.join(', ')}`,
  }),
  'file.large': problem({
    standsAlone: true,
    what: ({ bytes }: { bytes: number }) => `the file is larger than ${sizeInWords(bytes)}`,
  }),
  'file.named': problem({
    standsAlone: true,
    counted: ({ kind }: FileClaim) => ({ kind }),
    what: ({ kind, says }) => `the file is ${kind} by its bytes, but its name says ${says}`,
    cause: ({ kind }) => `the file is ${kind} by its bytes, but its name says something else`,
  }),
  'file.unnamed': problem({ standsAlone: true, what: 'the part file has no file name' }),
  'filename.encoding': problem({ standsAlone: true, what: 'the file name is not valid UTF-8' }),
  'filename.extended': problem({ what: `is not valid, send it as in UTF-8''r%C3%A4kning.pdf` }),
  'filename.long': problem({
    standsAlone: true,
    what: ({ most }: { most: number }) => `the file name must have at most ${most} characters`,
  }),
  'fieldname.encoding': problem({ standsAlone: true, what: 'the name of a form field is not valid UTF-8' }),

  'cell.unnamed': problem({
    standsAlone: true,
    what: ({ cell }: { cell: number }) => `cell ${cell} has a value, but its column has no name in the header`,
  }),
  'cells.count': problem({
    standsAlone: true,
    what: ({ cells, columns }: { cells: number; columns: number }) =>
      `there are ${cells} cells, but the header has ${columns}; a cell that holds a comma, a semicolon or a line break must be in quotes`,
  }),
  'cells.many': problem({
    standsAlone: true,
    what: ({ most }: { most: number }) => `the line has more than ${most} cells`,
  }),
  'column.missing': problem({ what: 'is a required column' }),
  'column.repeated': problem({ what: 'is the name of more than one column' }),
  'column.unknown': problem({ what: (name: UnknownName) => `is not a known column; ${adviceOn(name, 'columns')}` }),
  'entry.unknown': problem({ what: (name: UnknownName) => `is not a known field; ${adviceOn(name, 'fields')}` }),
  'entries.unknown': problem({
    what: ({ count }: { count: number }) => `has ${count} more fields that are not known`,
  }),
  'file.array': problem({ standsAlone: true, what: 'the file must be a JSON array: [{…}, {…}]' }),
  'file.encoding': problem({
    standsAlone: true,
    what: 'this cannot be read as UTF-8, UTF-16 or Windows-1252; save the file as UTF-8 (in a spreadsheet: “CSV UTF-8”) and import it again',
  }),
  'file.json': problem({
    standsAlone: true,
    what: ({ column }: { column: number }) => `the file is not valid JSON: see column ${column}`,
  }),
  'file.replaced': problem({
    standsAlone: true,
    what: 'there is a replacement character (U+FFFD) where a letter was lost; write the letter again and import the file',
  }),
  'file.nothing': problem({ standsAlone: true, what: 'the file is empty; its first line must be the header' }),
  'quote.open': problem({ standsAlone: true, what: 'a quote (") opens here and is never closed' }),
  'quote.stray': problem({
    standsAlone: true,
    what: 'a cell that holds a quote (") must be in quotes, with that quote written twice: "3/4"" pipe"',
  }),
  'record.large': problem({
    standsAlone: true,
    what: ({ most }: { most: number }) => `the record has more than ${thousands(most)} characters`,
  }),
  'record.repeated': problem({
    what: ({ value, line, at }: { value: string; line: number; at: string }) =>
      `${quoted(value)} is on line ${line} too${at && `, at ${at}`}`,
  }),
  'records.many': problem({
    standsAlone: true,
    what: ({ most }: { most: number }) => `the file has more than ${thousands(most)} records; import it in parts`,
  }),
  'supplier.new': problem({
    what: ({ number }: { number: string }) => `is required, because the supplier ${quoted(number)} is new`,
  }),
  'value.repeated': problem({
    what: ({ value, other }: { value: string; other: string }) => `${quoted(value)} is at ${other} too`,
  }),
};
