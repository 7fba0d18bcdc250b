import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { undoLast } from '../../../decisions/undo.tsx';
import { useKeys } from '../../../shared/page/keys.ts';
import { forgetQueues } from './queue.ts';

/** Keys of the list: J and K go from row to row, Enter follows the row's link, / goes to the search, Z undoes. */
export function useListKeys(): void {
  const client = useQueryClient();
  useEffect(() => {
    forgetQueues(client);
    // The focused element is gone after coming back from an invoice.
    if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true });
  }, [client]);
  useKeys({ j: () => step(1), k: () => step(-1), '/': focusSearch, z: undoLast });
}

function focusSearch(): void {
  const search = document.querySelector<HTMLInputElement>('main input[type="search"]');
  search?.focus();
  search?.select();
}

/** Distance to the window's edges at which headers may cover a row. */
const marginPx = 130;

function step(by: number): void {
  const links = [...document.querySelectorAll('main tbody tr')].flatMap(
    (row) => row.querySelector<HTMLElement>('a[href]') ?? [],
  );
  const row = document.activeElement?.closest('tr');
  const at = links.findIndex((link) => link.closest('tr') === row);
  const link = links[at === -1 ? 0 : Math.min(Math.max(at + by, 0), links.length - 1)];
  if (link === undefined) return;
  link.focus({ preventScroll: true });
  const { top, bottom } = link.getBoundingClientRect();
  if (top < marginPx || bottom > window.innerHeight - marginPx) link.scrollIntoView({ block: 'center' });
}
