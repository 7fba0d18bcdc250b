import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useRouterState } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { focusRow } from './list-keys.ts';

interface Place {
  scrollY: number;
  /** The row that had the focus last. */
  row: RowInList | undefined;
}

/** A row, and the rows around it when it was last seen. */
interface RowInList {
  name: string;
  names: readonly string[];
}

interface Rows {
  /** Names the list: other filters or another sort make another list. */
  list: string;
  /** Names of the rows; undefined while they are loading. */
  names: readonly string[] | undefined;
  hasMore: boolean;
  /** Undefined while other rows are loading. */
  loadMore: (() => void) | undefined;
}

/** A return loads at most this many pages to find the row. */
const maxPagesOnReturn = 5;
/** A long list needs some frames until a row far down is drawn. */
const maxFrames = 30;

/** Where the console keeps the path of the page that the reader has left. */
export const leftKey = ['place', 'left'];

const isFocusFree = () => document.activeElement === null || document.activeElement.matches('body, #main');
const focusedName = () => document.activeElement?.closest<HTMLElement>('main [data-row]')?.dataset.row;
const rowOf = (name: string) =>
  document.querySelector<HTMLElement>(`main [data-row="${CSS.escape(name)}"]`) ?? undefined;

/** The row, or if it is gone the one after it, or else the one before it. */
export function nearestOf({ name, names }: RowInList, now: readonly string[]): string | undefined {
  const at = names.indexOf(name);
  const left = new Set(now);
  return [name, ...(at === -1 ? [] : [...names.slice(at + 1), ...names.slice(0, at).toReversed()])].find((one) =>
    left.has(one),
  );
}

/**
 * Keeps the reader's place. A reader who comes back from a record finds its row with the focus, and the list scrolled as
 * before. If the row with the focus disappears, the next one gets the focus.
 */
export function usePlace({ list, names, hasMore, loadMore }: Rows): void {
  const client = useQueryClient();
  const above = `${useLocation({ select: ({ pathname }) => pathname })}/`;
  // The router scrolls before.
  const isSettled = useRouterState({
    select: ({ resolvedLocation, location }) => resolvedLocation?.href === location.href,
  });
  const row = useRef<RowInList>(undefined);
  const [place] = useState(() => client.getQueryData<Place>(['place', list]));
  /** The record that the reader comes from. */
  const [opened, setOpened] = useState(() => {
    const left = client.getQueryData<string>(leftKey) ?? '';
    return left.startsWith(above) ? left.slice(above.length) : undefined;
  });
  const [wanted, setWanted] = useState<{ name: string; share: number }>();
  const pages = useRef(0);
  useEffect(() => {
    const note = () => {
      const name = focusedName();
      if (name !== undefined && names?.includes(name)) row.current = { name, names };
    };
    note();
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, [names]);
  useLayoutEffect(
    () => () => void client.setQueryData<Place>(['place', list], { scrollY: window.scrollY, row: row.current }),
    [client, list],
  );
  useEffect(() => {
    if (names === undefined || opened === undefined || !isSettled) return;
    const before = place?.row?.names ?? [];
    const name = [...names, ...before].find((one) => opened === one || opened === encodeURIComponent(one));
    if (isFocusFree() && name === undefined && hasMore && pages.current < maxPagesOnReturn) {
      if (loadMore !== undefined) pages.current += 1;
      loadMore?.();
      return;
    }
    setOpened(undefined);
    if (!isFocusFree()) return;
    if (place !== undefined) window.scrollTo({ top: place.scrollY, behavior: 'instant' });
    const nearest = name === undefined ? undefined : nearestOf({ name, names: before }, names);
    if (nearest !== undefined) setWanted({ name: nearest, share: names.indexOf(nearest) / names.length });
  }, [names, opened, isSettled, place, hasMore, loadMore]);
  useEffect(() => (wanted === undefined ? undefined : reveal(wanted.name, wanted.share)), [wanted]);
  useEffect(() => {
    if (names === undefined || row.current === undefined || !isFocusFree()) return;
    const { name } = row.current;
    const next = nearestOf(row.current, names);
    row.current = undefined;
    // A row that is still there has lost the focus by a click elsewhere.
    if (next === undefined) document.getElementById('main')?.focus({ preventScroll: true });
    else if (next !== name) focusRow(rowOf(next), false);
  }, [names]);
}

/** `share` is the part of the list that is above the row. */
function reveal(name: string, share: number): () => void {
  let frame = 0;
  const look = (frames: number) => {
    const row = rowOf(name);
    if (row !== undefined || frames === 0) return focusRow(row);
    const body = document.querySelector('main table tbody')?.getBoundingClientRect();
    if (body !== undefined)
      window.scrollBy({ top: body.top + share * body.height - window.innerHeight / 2, behavior: 'instant' });
    frame = requestAnimationFrame(() => look(frames - 1));
  };
  look(maxFrames);
  return () => cancelAnimationFrame(frame);
}
