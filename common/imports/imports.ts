export const importFormats = ['csv', 'json'] as const;
export type ImportFormat = (typeof importFormats)[number];

export const importTypes = { csv: 'text/csv', json: 'application/json' } as const;

export const maxImportMebibytes = 10;

/** The encodings of a file, with the names that people know. */
export const encodingNames = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
} as const;
export type Encoding = keyof typeof encodingNames;

/** JSON begins with a bracket or a brace; everything else is CSV. */
export const importFormatOf = (text: string): ImportFormat => (/^\s*[[{]/.test(text) ? 'json' : 'csv');

export interface ImportField {
  /** The headings of exports, which an import reads as well. */
  en: string;
  sv: string;
  /** A CSV file must have this column. */
  required?: boolean;
  /** For a field with several values in one CSV cell. */
  cell?: { read: (cell: string) => unknown; write: (value: never) => string };
}

/**
 * The fields of an import by name, in the order of its columns, and an example for the console, the help and the API
 * document.
 */
export interface Import<Field extends string = string> {
  fields: Readonly<Record<Field, ImportField>>;
  example: readonly Readonly<Partial<Record<Field, unknown>>>[];
}

/** The columns that the example uses, with its records. */
export function exampleCsv({ fields, example }: Import, delimiter: ',' | ';'): string {
  const columns = Object.entries(fields).filter(([name]) => example.some((record) => name in record));
  const cellOf = (value: unknown, { cell }: ImportField) =>
    value === undefined ? '' : cell === undefined ? (value as string) : cell.write(value as never);
  return [
    columns.map(([name]) => name),
    ...example.map((record) => columns.map(([name, field]) => cellOf(record[name], field))),
  ]
    .map((cells) => cells.join(delimiter))
    .join('\n');
}
