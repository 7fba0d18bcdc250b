import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { undoLast } from './undo.tsx';
import { useKeys } from '../shared/page/keys.ts';
import { forgetQueues } from './queue.ts';

/** For lists whose records are decided: the keys of every list, and Z, which undoes. */
export function useDecisionKeys(): void {
  const client = useQueryClient();
  useEffect(() => {
    forgetQueues(client);
    // The focused element is gone after coming back from a record.
    if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true });
  }, [client]);
  useKeys({ z: undoLast });
}
