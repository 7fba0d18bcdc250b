import { createSpotlight } from '@mantine/spotlight';
import { useEffect, useState, type KeyboardEvent } from 'react';
import type { Found } from '../api/types.ts';

export const [store, spotlight] = createSpotlight();

/**
 * Enter opens the first hit. Who presses it before the answer has come gets the first of what was asked for, not of what still
 * stands there from before.
 */
export function useEnter(query: string, searching: boolean, found: Found[], places: number) {
  const [entered, setEntered] = useState<string>();
  useEffect(() => {
    const first = selectFirst();
    if (searching || entered === undefined) return;
    setEntered(undefined);
    if (entered === query) first?.click();
  }, [query, searching, entered, found, places]);
  return (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !searching) return;
    event.preventDefault();
    event.stopPropagation();
    setEntered(query);
  };
}

/** As the arrow keys do it. */
function selectFirst(): HTMLElement | undefined {
  const list = document.getElementById(store.getState().listId);
  for (const selected of list?.querySelectorAll('[data-selected]') ?? []) selected.removeAttribute('data-selected');
  const first = list?.querySelector<HTMLElement>('[data-action]') ?? undefined;
  first?.setAttribute('data-selected', 'true');
  store.updateState((state) => ({ ...state, selected: first === undefined ? -1 : 0 }));
  return first;
}
