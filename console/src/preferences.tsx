import { createContext, use, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';

export type Language = 'en' | 'sv';

export interface Preferences {
  language: Language;
  timeZone: string;
  /** How close the rows of lists stand. */
  density: 'comfortable' | 'compact';
  /** The columns that a list shows, by the list's name and in their order; the usual ones where it has no entry. */
  columns: Record<string, string[]>;
  /** How much of the window's width a document has beside its fields, in per cent. */
  split: number;
}

interface Kept extends Preferences {
  set(change: Partial<Preferences>): void;
}

const key = 'doorway.preferences';
const usual = (): Preferences => ({
  language: navigator.language.toLowerCase().startsWith('sv') ? 'sv' : 'en',
  timeZone: 'Europe/Stockholm',
  density: 'comfortable',
  columns: {},
  split: 50,
});

function read(): Preferences {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Preferences>;
    const preferences = { ...usual(), ...kept };
    // A time zone that this browser does not know would break every date.
    new Intl.DateTimeFormat('en', { timeZone: preferences.timeZone });
    return preferences;
  } catch {
    return usual();
  }
}

const Context = createContext<Kept | undefined>(undefined);

/** How the reader likes things shown, kept in this browser. */
export function PreferencesProvider({ children }: { children: ReactNode }) {
  const [preferences, setPreferences] = useState(read);
  useEffect(() => {
    document.documentElement.lang = preferences.language;
  }, [preferences.language]);
  const set = useCallback((change: Partial<Preferences>) => {
    setPreferences((before) => {
      const after = { ...before, ...change };
      try {
        localStorage.setItem(key, JSON.stringify(after));
      } catch {
        // A browser that keeps nothing still shows what was chosen, until it is closed.
      }
      return after;
    });
  }, []);
  const value = useMemo(() => ({ ...preferences, set }), [preferences, set]);
  return <Context value={value}>{children}</Context>;
}

export function usePreferences(): Kept {
  const kept = use(Context);
  if (kept === undefined) throw new Error('PreferencesProvider is missing');
  return kept;
}
