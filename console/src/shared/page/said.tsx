import { useMemo } from 'react';
import { usePreferences } from '../../preferences.tsx';
import { wordsIn } from '../../text/said.ts';

/** The words for what the service tells as data, in the reader's language. */
export function useWords() {
  const { language } = usePreferences();
  return useMemo(() => wordsIn(language), [language]);
}

/** What the service says: in the reader's language, or where that has no words for it, in the English that it came with. */
export function Said({ words, english }: { words: string | undefined; english: string }) {
  const { language } = usePreferences();
  if (words !== undefined || language === 'en') return <>{words ?? english}</>;
  return <span lang="en">{english}</span>;
}
