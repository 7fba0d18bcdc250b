import { useKeys } from '../page/keys.ts';

/**
 * Keys of every list: J and K go from row to row, Enter opens the row or, before that, the first one, and / goes to the
 * search or to the first filter. On a page with several lists the first handles the key, and J and K go through all of
 * them. The figures of the overview are a list, too.
 */
export function useListKeys(): void {
  useKeys({ j: () => step(1), k: () => step(-1), enter: () => openerOf(rows()[0])?.click(), '/': focusSearch });
}

export const searchField = 'main search input[type="search"]';

function focusSearch(): void {
  const search =
    document.querySelector<HTMLInputElement>(searchField) ??
    document.querySelector<HTMLInputElement | HTMLSelectElement>('main search :is(input, select)');
  search?.focus();
  if (search instanceof HTMLInputElement) search.select();
}

/** Distance to the window's edges at which headers may cover a row. */
const marginPx = 130;

/** Enter presses this: a link to the record, or the button that opens it. */
const opener = 'a[href], [data-opens-row]';

const rows = () => [...document.querySelectorAll<HTMLElement>('main [data-row]')];
const openerOf = (row: HTMLElement | undefined) => row?.querySelector<HTMLElement>(opener) ?? row;

/** `isScrolled`: whether the row comes into view. */
export function focusRow(row: HTMLElement | undefined, isScrolled = true): void {
  if (row === undefined) return;
  openerOf(row)?.focus({ preventScroll: true });
  const { top, bottom } = row.getBoundingClientRect();
  if (isScrolled && (top < marginPx || bottom > window.innerHeight - marginPx)) row.scrollIntoView({ block: 'center' });
}

export const focusFirstRow = (): void => focusRow(rows()[0]);

function step(by: number): void {
  const all = rows();
  const at = all.findIndex((row) => row.contains(document.activeElement));
  focusRow(all[at === -1 ? 0 : Math.min(Math.max(at + by, 0), all.length - 1)]);
}
