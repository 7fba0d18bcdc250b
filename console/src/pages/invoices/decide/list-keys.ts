import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { undoLast } from '../../../decisions/undo.tsx';
import { useKeys } from '../../../shared/page/keys.ts';
import { forgetQueues } from './queue.ts';

/** The list of invoices has the keys of every list, X, and Z, which undoes. */
export function useInvoiceKeys(): void {
  const client = useQueryClient();
  useEffect(() => {
    forgetQueues(client);
    // The focused element is gone after coming back from an invoice.
    if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true });
  }, [client]);
  useKeys({ z: undoLast });
}
