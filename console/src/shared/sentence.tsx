import { usePreferences } from '../preferences.tsx';
import { inSwedish } from '../text/sentences.ts';

/** A sentence of the service. It writes English; what is known of it is told in Swedish, the rest is marked as English. */
export function Sentence({ children }: { children: string }) {
  const { language } = usePreferences();
  if (language === 'en') return <>{children}</>;
  const swedish = inSwedish(children);
  return swedish === undefined ? <span lang="en">{children}</span> : <>{swedish}</>;
}

/** The same where only a text will do, such as in a tooltip. */
export function useSentence(): (text: string | undefined) => string | undefined {
  const { language } = usePreferences();
  return (text) => (text === undefined || language === 'en' ? text : (inSwedish(text) ?? text));
}
