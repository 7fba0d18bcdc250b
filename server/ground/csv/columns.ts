import { languages, type Language, type Names } from '../../../common/names/names.ts';

/** Makes words of a value, for a reader of this language. */
export type Told = (value: unknown, language: Language) => string;

/** A column of a file: what it is called, and how people read its values. */
export interface CsvColumn extends Readonly<Record<Language, string>> {
  /** Texts and whole numbers are as they are. Of several words in one value, each is told. */
  as?: 'amount' | 'time' | 'second' | 'truth' | Names | Told;
  /** What in a row people's files make words of, where it is not what has the column's name. */
  from?: string;
  /** How programs read a value that is neither a text nor a number, in place of its parts one by one. */
  plain?: (value: never) => string;
}

/** The columns of a list by the names that they have in answers, in the order in which people read them. */
export type CsvColumns = Readonly<Record<string, CsvColumn>>;

export const column = (en: string, sv: string, more: Omit<CsvColumn, Language> = {}): CsvColumn => ({
  en,
  sv,
  ...more,
});

/** Every name that a heading of these columns may have, and which column that is. */
export function columnNames(columns: CsvColumns): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const [name, of] of Object.entries(columns))
    for (const heading of [name, ...languages.map((language) => of[language])]) names.set(heading.toLowerCase(), name);
  return names;
}
