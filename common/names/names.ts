export const languages = ['en', 'sv'] as const;
export type Language = (typeof languages)[number];

/** Console, CSV files and mail take their names from the files in this folder. */
export type Names<Value extends string = string> = Readonly<Record<Language, Readonly<Record<Value, string>>>>;

export function names<Value extends string>(pairs: Readonly<Record<Value, readonly [en: string, sv: string]>>) {
  const inLanguage = (index: 0 | 1) =>
    Object.fromEntries(
      Object.entries<readonly [string, string]>(pairs).map(([value, pair]) => [value, pair[index]]),
    ) as Record<Value, string>;
  return { en: inLanguage(0), sv: inLanguage(1) } satisfies Names<Value>;
}

/** A value of a later or earlier version has no name here, so it is returned unchanged. */
export const nameOf = (all: Names, language: Language, value: string): string => all[language][value] ?? value;
