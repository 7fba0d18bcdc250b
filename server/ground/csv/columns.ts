import { languages, type Language, type Names } from '../../../common/names/names.ts';

/** Formats a value in a language. */
export type ValueFormatter = (value: unknown, language: Language) => string;

/** A column of a file: its heading in each language and the format of its values. */
export interface CsvColumn extends Readonly<Record<Language, string>> {
  /** Texts and whole numbers are written as they are. If a value has several words, each is translated. */
  as?: 'amount' | 'time' | 'second' | 'truth' | Names | ValueFormatter;
  /** The field of a row, if it is not the one with the column's name. */
  from?: string;
  /** Formats an object for programs. Without it, its parts are listed one by one. */
  plain?: (value: never) => string;
}

/** The columns of a list by their API names, in the order of the file. */
export type CsvColumns = Readonly<Record<string, CsvColumn>>;

export const column = (en: string, sv: string, more: Omit<CsvColumn, Language> = {}): CsvColumn => ({
  en,
  sv,
  ...more,
});

/** Maps every possible heading to its column. */
export function columnNames(columns: CsvColumns): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const [name, of] of Object.entries(columns))
    for (const heading of [name, ...languages.map((language) => of[language])]) names.set(heading.toLowerCase(), name);
  return names;
}
