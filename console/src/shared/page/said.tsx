import { useMemo, type ReactNode } from 'react';
import { useFormat } from '../../format.ts';
import { usePreferences } from '../../preferences.tsx';
import { wordsIn } from '../../text/said.ts';

export function useWords() {
  const { language } = usePreferences();
  const { moment } = useFormat();
  return useMemo(() => wordsIn(language, moment), [language, moment]);
}

/** A text of the service in the reader's language, or in English if the console has no translation. */
export function Said({ words, english }: { words: ReactNode; english: string }) {
  const { language } = usePreferences();
  if (words !== undefined || language === 'en') return <>{words ?? english}</>;
  return <span lang="en">{english}</span>;
}
