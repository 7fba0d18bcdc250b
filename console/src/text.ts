import { usePreferences, type Language } from './preferences.tsx';

export type Bilingual<T> = Record<Language, T>;

/** Texts in both languages. A text that is missing in one of them is a type error. */
export const bilingual = <T extends object>(en: T, sv: NoInfer<T>): Bilingual<T> => ({ en, sv });

export const useText = <T extends object>(texts: Bilingual<T>): T => texts[usePreferences().language];

/** Falls back to the name itself if the console has no text for it. */
export const named = (texts: Record<string, string>, name: string): string => texts[name] ?? name;
