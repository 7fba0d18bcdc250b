import type { MantineColorSchemeManager } from '@mantine/core';
import { useMemo, useSyncExternalStore } from 'react';
import { choose, shownPreferences, subscribeToPreferences, type Preferences } from './kept-preferences.ts';

export type { Language, Preferences } from './kept-preferences.ts';

interface Kept extends Preferences {
  set(change: Partial<Preferences>): void;
}

/** How the reader likes things shown. It follows the operator into every browser. */
export function usePreferences(): Kept {
  const shown = useSyncExternalStore(subscribeToPreferences, shownPreferences);
  return useMemo(() => ({ ...shown, set: choose }), [shown]);
}

let unsubscribe = () => {};

/** Light and dark are a preference like the others. */
export const colours: MantineColorSchemeManager = {
  get: () => shownPreferences().colours,
  set: (value) => {
    if (value !== shownPreferences().colours) choose({ colours: value });
  },
  subscribe: (onUpdate) => {
    unsubscribe = subscribeToPreferences(() => onUpdate(shownPreferences().colours));
  },
  unsubscribe: () => unsubscribe(),
  clear: () => choose({ colours: 'auto' }),
};
