import { useEffect, useState } from 'react';
import { focusFirstRow, searchField } from './list-keys.ts';

const toRows = new Set(['Enter', 'ArrowDown']);

/**
 * Enter or the down arrow in the search field moves the focus to the first row, once the list shows what was typed.
 * `searched` is the text that the list is searched for.
 */
export function useEnterFromSearch(searched: string | undefined, isShown: boolean): void {
  const [typed, setTyped] = useState<string>();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target, key, isComposing, ctrlKey, metaKey, altKey } = event;
      if (!(target instanceof HTMLInputElement) || !target.matches(searchField)) return;
      const isToRows = toRows.has(key) && !isComposing && !ctrlKey && !metaKey && !altKey;
      if (isToRows) event.preventDefault();
      const text = target.value.trim();
      setTyped(isToRows ? (text.length < target.minLength ? '' : text) : undefined);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  useEffect(() => {
    if (typed === undefined || !isShown || typed !== (searched ?? '')) return;
    setTyped(undefined);
    if (document.activeElement?.matches(searchField)) focusFirstRow();
  }, [typed, searched, isShown]);
}
