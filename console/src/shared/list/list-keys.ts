import { useKeys } from '../page/keys.ts';

/**
 * Keys of every list: J and K go from row to row, Enter opens the row, and / goes to the search or to the first filter.
 * On a page with several lists the first handles the key, and J and K go through all of them.
 */
export function useListKeys(): void {
  useKeys({ j: () => step(1), k: () => step(-1), '/': focusSearch });
}

function focusSearch(): void {
  const search =
    document.querySelector<HTMLInputElement>('main input[type="search"]') ??
    document.querySelector<HTMLInputElement | HTMLSelectElement>('main search :is(input, select)');
  search?.focus();
  if (search instanceof HTMLInputElement) search.select();
}

/** Distance to the window's edges at which headers may cover a row. */
const marginPx = 130;

/** What Enter presses: a link to the record, or the button that opens it. */
const opener = 'a[href], [data-opens-row]';

function step(by: number): void {
  const rows = [...document.querySelectorAll<HTMLElement>('main tbody tr[data-row]')];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const row = rows[at === -1 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1)];
  if (row === undefined) return;
  (row.querySelector<HTMLElement>(opener) ?? row).focus({ preventScroll: true });
  const { top, bottom } = row.getBoundingClientRect();
  if (top < marginPx || bottom > window.innerHeight - marginPx) row.scrollIntoView({ block: 'center' });
}
