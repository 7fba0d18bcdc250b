import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight } from '@mantine/spotlight';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type KeyboardEvent as ReactKeyboardEvent } from 'react';
import type { SearchResult } from '../api/types.ts';
import { read } from '../api.ts';
import { useFormat } from '../format.ts';
import { operationsText } from '../text/operations.ts';
import { useMatchText } from '../text/matches.ts';
import { layout } from './text.ts';
import { named, useText } from '../text.ts';

export const [store, spotlight] = createSpotlight();

const noResults: SearchResult[] = [];

export function useResults(
  companyId: string | undefined,
  query: string,
): { results: SearchResult[]; searching: boolean } {
  const [q] = useDebouncedValue(query.trim(), 200);
  const enabled = companyId !== undefined && q.length >= 2;
  const { data, isFetching } = useQuery({
    queryKey: ['search', companyId, q],
    queryFn: ({ signal }) => read(`/companies/${companyId ?? ''}/search`, { query: { q }, signal }),
    enabled,
    // A refetch would move the selection.
    refetchOnWindowFocus: false,
    placeholderData: keepPreviousData,
  });
  return { results: enabled ? (data?.results ?? noResults) : noResults, searching: isFetching || q !== query.trim() };
}

export function useDescription(): (result: SearchResult) => { label: string; description: string } {
  const t = useText(layout);
  const { operations, statuses } = useText(operationsText);
  const format = useFormat();
  const why = useMatchText();
  return (result) => {
    const { type, title, subtitle, reference, supplierName, amount, currency, proposalIds, operation, match } = result;
    const parts = {
      invoice: [
        supplierName,
        format.amount(amount, currency),
        reference === title ? '' : reference,
        match && why(match),
      ],
      project: [subtitle, ...(proposalIds ?? [])],
      request: [result.partner, result.at && format.seconds(result.at), named(statuses, String(result.status))],
    };
    return {
      label: operation === undefined ? title : `${result.status} ${named(operations, operation)}`,
      description: [named(t.types, type), ...(parts[type as keyof typeof parts] ?? [subtitle])]
        .filter(Boolean)
        .join(' · '),
    };
  };
}

/**
 * Letters that are typed before the search has the focus: they would get lost, or be taken for keys of the page.
 */
export function useEarlyLetters(add: (letter: string) => void): void {
  const latest = useRef(add);
  latest.current = add;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event;
      const isLetter = key.length === 1 && !ctrlKey && !metaKey && !altKey;
      if (!store.getState().opened || !isLetter || document.activeElement?.closest('[role="dialog"]')) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      latest.current(key);
    };
    window.addEventListener('keydown', press, { capture: true });
    return () => window.removeEventListener('keydown', press, { capture: true });
  }, []);
}

/**
 * Enter opens the first result. Pressed before the answer is there, it waits for it instead of opening an older result.
 */
export function useEnter(query: string, searching: boolean, results: SearchResult[], pages: number) {
  const [entered, setEntered] = useState<string>();
  /** The text for which the reader has pressed an arrow. */
  const chosenIn = useRef<string>(undefined);
  useEffect(() => {
    const first = selectFirst();
    if (searching || entered === undefined) return;
    setEntered(undefined);
    if (entered === query && !isOnPage(first)) first?.click();
  }, [query, searching, entered, results, pages]);
  return (event: ReactKeyboardEvent) => {
    const { key } = event;
    if (key === 'ArrowDown' || key === 'ArrowUp') chosenIn.current = query;
    if (key !== 'Enter' || (!searching && (chosenIn.current === query || !isOnPage(selectedAction())))) return;
    event.preventDefault();
    event.stopPropagation();
    if (searching) setEntered(query);
  };
}

const selectedAction = () =>
  document.getElementById(store.getState().listId)?.querySelector<HTMLElement>('[data-selected]');

/** Enter alone must not decide about the record behind the search: that has to be chosen with an arrow or the mouse. */
const isOnPage = (action: HTMLElement | null | undefined) => action?.hasAttribute('data-on-page') === true;

function selectFirst(): HTMLElement | undefined {
  const list = document.getElementById(store.getState().listId);
  for (const selected of list?.querySelectorAll('[data-selected]') ?? []) selected.removeAttribute('data-selected');
  const first = list?.querySelector<HTMLElement>('[data-action]') ?? undefined;
  // The first arrow selects an action of the page, which Enter alone would not run.
  const isSelected = first !== undefined && !isOnPage(first);
  if (isSelected) first.setAttribute('data-selected', 'true');
  store.updateState((state) => ({ ...state, selected: isSelected ? 0 : -1 }));
  return first;
}
