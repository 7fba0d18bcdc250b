export const importFormats = ['csv', 'json'] as const;
export type ImportFormat = (typeof importFormats)[number];

export const importTypes = { csv: 'text/csv', json: 'application/json' } as const;

export const maxImportMebibytes = 10;

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
  /** These are the headings of exports; an import accepts them too. */
  en: string;
  sv: string;
  /** A CSV file must have this column. */
  required?: boolean;
  cell?: { read: (cell: string) => unknown; write: (value: never) => string };
}

/**
 * Keyed by field name, in the order of the columns. The example is used by the console, the help and the API document.
 */
export interface Import<Field extends string = string> {
  fields: Readonly<Record<Field, ImportField>>;
  example: readonly Readonly<Partial<Record<Field, unknown>>>[];
}

/** Includes only the columns that the example uses. */
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
