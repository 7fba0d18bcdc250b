import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useKeys } from '../../../shared/page/keys.ts';
import { forgetQueues } from './queue.ts';
import { undoLast } from './undo.tsx';

/** The keys of the list: J and K go from row to row, Enter follows the row's link, and / leads to the search. */
export function useListKeys(): void {
  const client = useQueryClient();
  useEffect(() => {
    forgetQueues(client);
    // Who comes back from an invoice has lost what they had the focus on.
    if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true });
  }, [client]);
  useKeys({ j: () => step(1), k: () => step(-1), '/': focusSearch, z: undoLast });
}

function focusSearch(): void {
  const search = document.querySelector<HTMLInputElement>('main input[type="search"]');
  search?.focus();
  search?.select();
}

/** What stays above and below a row that has the focus, since headers may cover it. */
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
