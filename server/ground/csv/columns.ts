import { languages, type Language, type Names } from '../../../common/names/names.ts';

export type ValueFormatter = (value: unknown, language: Language) => string;

export interface CsvColumn extends Readonly<Record<Language, string>> {
  /** Texts and whole numbers are written as they are. If a value has several words, each is translated. */
  as?: 'amount' | 'time' | 'second' | 'truth' | Names | ValueFormatter;
  /** By default the field with the column's name. */
  from?: string;
  /** Formats an object for programs. By default its parts are listed one by one. */
  plain?: (value: never) => string;
}

/** Keyed by API name, in the order of the file. */
export type CsvColumns = Readonly<Record<string, CsvColumn>>;

export const column = (en: string, sv: string, more: Omit<CsvColumn, Language> = {}): CsvColumn => ({
  en,
  sv,
  ...more,
});

export function columnNames(columns: CsvColumns): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const [name, of] of Object.entries(columns))
    for (const heading of [name, ...languages.map((language) => of[language])]) names.set(heading.toLowerCase(), name);
  return names;
}
