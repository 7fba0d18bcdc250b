import { usePreferences, type Language } from './preferences.tsx';

export type Bilingual<T> = Record<Language, T>;

/** Texts of one part of the console in both languages. A text that is missing in one of them is a type error. */
export const bilingual = <T extends object>(en: T, sv: NoInfer<T>): Bilingual<T> => ({ en, sv });

/** The texts in the reader's language. */
export const useText = <T extends object>(texts: Bilingual<T>): T => texts[usePreferences().language];

/** The text for something that the API names; its own name where the console does not know it. */
export const named = (texts: Record<string, string>, name: string): string => texts[name] ?? name;
