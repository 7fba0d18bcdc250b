import { cell } from './cell.ts';
import type { CsvColumns } from './columns.ts';
import { nameOf, type Language, type Names } from '../../../common/names/names.ts';
import type { ListRow } from '../db/paging.ts';

export interface CsvFile {
  header: string;
  line(row: ListRow): string;
}

// Excel reads a file as UTF-8 only with a byte order mark.
const mark = '\uFEFF';

/** Writes commas, API names as headings, and ISO 8601 times. */
export function fileForPrograms(names: readonly string[], columns: CsvColumns = {}): CsvFile {
  const plain = names.map((name) => columns[name]?.plain as ((value: unknown) => string) | undefined);
  return {
    header: `${mark}${names.join(',')}\r\n`,
    line: (row) => `${names.map((name, at) => cell(textOf(row[name], plain[at]))).join(',')}\r\n`,
  };
}

const separators: Record<Language, string> = { en: ',', sv: ';' };
const truths: Record<Language, readonly [no: string, yes: string]> = { en: ['no', 'yes'], sv: ['nej', 'ja'] };

export function fileForPeople(columns: CsvColumns, language: Language, zone: string): CsvFile {
  const separator = separators[language];
  // Spreadsheets in all languages recognise the Swedish format, 2026-11-15 08:00.
  const style = { dateStyle: 'short', timeZone: zone } as const;
  const time = new Intl.DateTimeFormat('sv-SE', { ...style, timeStyle: 'short' });
  const second = new Intl.DateTimeFormat('sv-SE', { ...style, timeStyle: 'medium' });
  const told = Object.entries(columns).map(
    ([name, { as, plain, from = name }]): [string, (value: unknown) => string] => [
      from,
      (value) => {
        if (value === null || value === undefined) return '';
        if (typeof as === 'function') return as(value, language);
        if (value instanceof Date) return (as === 'second' ? second : time).format(value);
        if (as === 'truth' || typeof value === 'boolean') return truths[language][value === true ? 1 : 0];
        const text = textOf(value, plain as ((value: unknown) => string) | undefined);
        if (as === 'amount' && language === 'sv' && exact.test(text)) return text.replace('.', ',');
        return typeof as === 'object' ? inWords(text, as, language) : text;
      },
    ],
  );
  return {
    header: `${mark}${Object.values(columns)
      .map((of) => cell(of[language]))
      .join(separator)}\r\n`,
    line: (row) => `${told.map(([from, tell]) => cell(tell(row[from]), separator)).join(separator)}\r\n`,
  };
}

/** A column of amounts may contain other text. */
const exact = /^-?\d+\.\d+$/;

const inWords = (text: string, names: Names, language: Language) =>
  text
    .split(' ')
    .map((code) => nameOf(names, language, code))
    .join(', ');

function textOf(value: unknown, plain: ((value: unknown) => string) | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? (plain?.(value) ?? [...partsOf(value, '')].join('|')) : `${value as number}`;
}

function* partsOf(value: unknown, path: string): Generator<string> {
  if (value === null || typeof value !== 'object') yield path === '' ? String(value) : `${path}=${String(value)}`;
  else if (Array.isArray(value))
    for (const [at, inner] of value.entries())
      yield* partsOf(inner, path === '' && typeof inner !== 'object' ? '' : `${path}[${at}]`);
  else for (const [name, inner] of Object.entries(value)) yield* partsOf(inner, path === '' ? name : `${path}.${name}`);
}
